/** A client from outside, for what runs in containers. */
@NullMarked
package io.lockarbiter.e2e.compose;

import org.jspecify.annotations.NullMarked;
