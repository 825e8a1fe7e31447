/**
 * The edge towards {@code lock.commands}: bytes in, one listener per thread, one state machine per
 * partition.
 */
@NullMarked
package io.lockarbiter.arbiter.ingest;

import org.jspecify.annotations.NullMarked;
