/** The arbiter in memory does what a user's test expects of it. */
@NullMarked
package io.lockarbiter.testing;

import org.jspecify.annotations.NullMarked;
