package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thousand requests wait on an account; the cost of all others is printed. */
@Tag("nightly")
class WaitsIT {
  private static final int BATCH = 200;
  private static final int SAMPLE = 10_000;
  private static final int WAITERS = 1_000;
  private static final int TOGETHER = 10_000;
  private static final long FIRST_TOGETHER = 9_000_000;

  @Test
  void requestsThatWait_areGrantedByOneReleaseAndLeasesEndTogether() {
    try (BenchRedis redis = BenchRedis.start(SlowLog.KEEPS_EVERY_CALL)) {
      RedisFigures figures = redis.figures();
      SlowLog log = new SlowLog(redis.client());
      Waits waits = new Waits(new PartitionFeed(redis.store(), BATCH));
      elsewhere(waits, figures, 0); // warms up
      double without = elsewhere(waits, figures, 1);
      waits.letWait(WAITERS);
      double with = elsewhere(waits, figures, 2);
      System.out.printf(
          "a grant and a release elsewhere: %.1f us with nobody waiting, %.1f us with %,d%n",
          without, with, WAITERS);
      assertThat(waits.endBlocker()).isEqualTo(WAITERS);
      waits.endWaiters(WAITERS);

      waits.letWait(WAITERS);
      log.reset();
      assertThat(waits.endBlocker()).isEqualTo(WAITERS);
      System.out.printf("one release that grants %,d: %s%n", WAITERS, log.calls());
      waits.endWaiters(WAITERS);

      log.reset();
      assertThat(waits.expireTogether(FIRST_TOGETHER, TOGETHER)).isZero();
      System.out.printf("%,d leases that end together: %s%n", TOGETHER, log.calls());
    }
  }

  /** Microseconds of a grant and a release that concern nobody who waits. */
  private static double elsewhere(Waits waits, RedisFigures figures, int round) {
    long first = (long) round * SAMPLE;
    double grants = figures.of(() -> waits.grantElsewhere(first, SAMPLE));
    return (grants + figures.of(() -> waits.endElsewhere(first, SAMPLE))) / SAMPLE;
  }
}
