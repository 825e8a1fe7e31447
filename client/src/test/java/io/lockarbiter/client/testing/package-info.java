/** The behaviour that every client shows, on any arbiter. */
@NullMarked
package io.lockarbiter.client.testing;

import org.jspecify.annotations.NullMarked;
