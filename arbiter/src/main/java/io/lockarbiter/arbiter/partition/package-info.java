/**
 * The life of a partition: its start position, the processing of its batches (one call to the
 * store, one publication), and its halts.
 */
@NullMarked
package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.NullMarked;
