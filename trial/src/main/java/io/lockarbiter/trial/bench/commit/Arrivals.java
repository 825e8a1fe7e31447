package io.lockarbiter.trial.bench.commit;

/**
 * When the records of a partition arrive: evenly at a rate, or as many as may be in flight as soon
 * as those before are committed. Used by one thread.
 */
final class Arrivals {
  /** As many as a consumer's poll would answer. */
  private static final int MOST = 1_000;

  private final double perSecond;
  private final int inFlight;
  private long taken;

  private Arrivals(double perSecond, int inFlight) {
    this.perSecond = perSecond;
    this.inFlight = inFlight;
  }

  /** At a rate. */
  static Arrivals evenly(double perSecond) {
    return new Arrivals(perSecond, 0);
  }

  /** As fast as they are committed. */
  static Arrivals inFlight(int records) {
    return new Arrivals(0, records);
  }

  /** How many are there that were not taken yet. */
  int available(long elapsedNanos) {
    if (perSecond == 0) {
      return inFlight;
    }
    long arrived = (long) (perSecond * elapsedNanos / 1e9);
    return (int) Math.min(MOST, arrived - taken);
  }

  /** Takes the first of those that are there; answers when it arrived, ns since the beginning. */
  long take(long elapsedNanos) {
    taken++;
    return perSecond == 0 ? elapsedNanos : (long) (taken * 1e9 / perSecond);
  }
}
