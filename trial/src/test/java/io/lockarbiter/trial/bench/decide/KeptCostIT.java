package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks are kept for weeks; the cost of telling them again is printed. */
@Tag("nightly")
class KeptCostIT {
  private static final int KEPT = 20_000;
  private static final int BATCH = 200;
  private static final long STEP_MS = Settings.TELL_STEP_MS;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int ROUNDS = 3;

  @Test
  void keptLocks_areToldOnceInFiveMinutes() {
    try (BenchRedis redis = BenchRedis.start(SlowLog.KEEPS_EVERY_CALL)) {
      RedisFigures figures = redis.figures();
      SlowLog log = new SlowLog(redis.client());
      PartitionFeed feed = new PartitionFeed(redis.store(), BATCH);
      for (long n = 0; n < KEPT; n += BATCH) {
        feed.feed(LongStream.range(n, n + BATCH).mapToObj(KeptCostIT::kept).toList());
        feed.pass(Settings.TELL_MS * BATCH / KEPT);
      }
      letPass(feed, HOUR); // warms up
      for (int round = 0; round < ROUNDS; round++) {
        long before = feed.feed(List.of()).header().seq();
        double us = figures.of(() -> letPass(feed, HOUR));
        long told = feed.feed(List.of()).header().seq() - before;
        double perSecond = (double) told / HOUR.toSeconds();
        System.out.printf(
            "%,d locks kept: %.1f told a second, %.1f us each, %.3f %% of a core%n",
            KEPT, perSecond, us / told, us / 1e4 / HOUR.toSeconds());
        double once = KEPT * 1_000.0 / Settings.TELL_MS;
        assertThat(perSecond).isBetween(once * 0.9, once * 1.1);
      }
      log.reset();
      feed.pass(Duration.ofDays(7).toMillis());
      long before = feed.feed(List.of()).header().seq();
      long told = feed.feed(List.of(new Tick())).header().seq() - before;
      assertThat(told).isEqualTo(KEPT);
      System.out.printf("%,d told together after a week: %s%n", told, log.calls());
    }
  }

  /** A tick for each step, as a silent partition has them. */
  private static void letPass(PartitionFeed feed, Duration time) {
    for (long ms = 0; ms < time.toMillis(); ms += STEP_MS) {
      feed.pass(STEP_MS);
      feed.feed(List.of(new Tick()));
    }
  }

  private static Command kept(long n) {
    LockPath path =
        LockPath.of(
            "/team-%d/project-%d/docs/%d/plan-%d.docx".formatted(n % 7, n % 31, n % 101, n));
    return new Acquire(
        "acme",
        "gateway-1",
        new LockFields(
            "id-" + n,
            new Owner("user-" + n % 300, null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            Settings.MAX_KEEP_MS,
            0,
            List.of(),
            new TreeMap<>(Map.of("note", "annual report, back on Monday"))));
  }
}
