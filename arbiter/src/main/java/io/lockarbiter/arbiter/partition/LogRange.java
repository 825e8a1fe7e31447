package io.lockarbiter.arbiter.partition;

/**
 * What a partition retains: offsets {@code begin <= offset < end}, with gaps.
 *
 * @param begin 0 if nothing was ever removed
 * @param end 0 if nothing was ever written
 */
public record LogRange(long begin, long end) {}
