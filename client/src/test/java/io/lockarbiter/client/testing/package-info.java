/** Behaviour that every client shows, on whatever arbiter. */
@NullMarked
package io.lockarbiter.client.testing;

import org.jspecify.annotations.NullMarked;
