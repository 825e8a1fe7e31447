package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * Where a partition goes on.
 *
 * @param position first record to read
 * @param expectedOffset last record that the state must know; −1 if none
 * @param publishedSeq last event known to be committed
 * @param warning what an operator should know; null if nothing
 */
public record Start(
    long position, long expectedOffset, long publishedSeq, @Nullable String warning) {}
