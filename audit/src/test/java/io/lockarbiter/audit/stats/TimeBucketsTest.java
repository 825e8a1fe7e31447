package io.lockarbiter.audit.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.stats.StatsReport.Bucket;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.junit.jupiter.api.Test;

class TimeBucketsTest {
  private static final long HOUR_MS = 3_600_000;
  private final TimeBuckets buckets = new TimeBuckets();

  @Test
  void shortSpan_isCountedBySeconds() {
    add(5_000, ReleaseReason.RELEASED);
    add(5_999, ReleaseReason.EXPIRED);
    add(7_000, ReleaseReason.FORCED);
    assertThat(buckets.widthMs()).isEqualTo(1_000);
    assertThat(buckets.buckets())
        .containsExactly(
            new Bucket(5_000, 0, 0, 0, 0, 1, 1),
            new Bucket(6_000, 0, 0, 0, 0, 0, 0),
            new Bucket(7_000, 0, 0, 0, 0, 1, 0));
  }

  @Test
  void longSpan_widensAndLosesNothing() {
    for (int minute = 0; minute < 30 * 24 * 60; minute++) {
      add(minute * 60_000L, ReleaseReason.RELEASED);
    }
    assertThat(buckets.widthMs()).isEqualTo(3 * HOUR_MS);
    assertThat(buckets.buckets()).hasSize(240);
    assertThat(buckets.buckets().stream().mapToLong(Bucket::released).sum())
        .isEqualTo(30 * 24 * 60);
  }

  @Test
  void centuries_stayBounded() {
    add(0, ReleaseReason.RELEASED);
    add(876_000 * HOUR_MS, ReleaseReason.RELEASED);
    assertThat(buckets.buckets()).hasSizeLessThanOrEqualTo(TimeBuckets.MOST);
    assertThat(buckets.buckets().stream().mapToLong(Bucket::released).sum()).isEqualTo(2);
  }

  @Test
  void earlierEventsOfAnotherPartition_moveTheBeginning() {
    add(10 * HOUR_MS, ReleaseReason.RELEASED);
    add(10 * HOUR_MS - 1_000, ReleaseReason.RELEASED);
    assertThat(buckets.from()).isEqualTo(10 * HOUR_MS - 1_000);
  }

  private void add(long at, ReleaseReason reason) {
    buckets.add(
        new Released(
            new EventHead(1, at, "acme", "c1", new Cause(0, 0)),
            new LockRef("c1", new Owner("u1", null)),
            reason,
            null,
            null,
            null,
            null,
            WorkOutcome.DONE,
            false));
  }
}
