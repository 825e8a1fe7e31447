/** The arbiter on a real broker and a real Redis. */
@NullMarked
package io.lockarbiter.e2e;

import org.jspecify.annotations.NullMarked;
