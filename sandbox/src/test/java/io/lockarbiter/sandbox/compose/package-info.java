/** A client from outside, for what runs in containers. */
@NullMarked
package io.lockarbiter.sandbox.compose;

import org.jspecify.annotations.NullMarked;
