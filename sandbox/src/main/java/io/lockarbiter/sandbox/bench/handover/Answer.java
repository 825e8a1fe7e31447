package io.lockarbiter.sandbox.bench.handover;

/**
 * One answer of a partition.
 *
 * @param askedAtMs when its command was appended, the broker's clock
 * @param appendedAtMs when the answer was, the same clock
 */
record Answer(long askedAtMs, long appendedAtMs) {}
