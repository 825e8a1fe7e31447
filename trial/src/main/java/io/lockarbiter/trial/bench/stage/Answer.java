package io.lockarbiter.trial.bench.stage;

/**
 * One answer of a partition.
 *
 * @param askedAtMs when its command was appended, the broker's clock
 * @param appendedAtMs when the answer was, the same clock
 */
public record Answer(long askedAtMs, long appendedAtMs) {
  /** How long it took, ms. */
  public long delayMs() {
    return appendedAtMs - askedAtMs;
  }
}
