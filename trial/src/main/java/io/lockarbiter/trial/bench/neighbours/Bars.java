package io.lockarbiter.trial.bench.neighbours;

import org.jspecify.annotations.Nullable;

/**
 * What an input may cost at most, ms.
 *
 * @param harmMs how long it may last until all is answered; null = however long
 * @param sameMs how long another account of its partition may wait
 * @param othersMs how long other partitions may
 */
record Bars(@Nullable Long harmMs, long sameMs, long othersMs) {
  private static final long SAME_MS = 5_000;
  private static final long OTHERS_MS = 100;

  /** However long it lasts. */
  static final Bars PINGS = new Bars(null, SAME_MS, OTHERS_MS);

  /** All is over after as long as a neighbour may wait. */
  static final Bars HARM_TOO = new Bars(SAME_MS, SAME_MS, OTHERS_MS);

  /** Whether a harm kept to them. */
  boolean keeps(long durationMs, Delays same, Delays others) {
    return (harmMs == null || durationMs <= harmMs)
        && same.worstMs() <= sameMs
        && others.worstMs() <= othersMs;
  }
}
