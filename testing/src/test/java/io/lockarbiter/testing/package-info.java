/** Tests that the arbiter in memory meets the expectations of a user's test. */
@NullMarked
package io.lockarbiter.testing;

import org.jspecify.annotations.NullMarked;
