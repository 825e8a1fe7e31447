/**
 * A partition's life: where it goes on, the way of its batches – one call to the store, one
 * publication –, and what makes it stand still.
 */
@NullMarked
package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.NullMarked;
