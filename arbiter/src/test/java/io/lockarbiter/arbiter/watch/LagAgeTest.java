package io.lockarbiter.arbiter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LagAgeTest {
  private long now = 10_000_000;
  private final LagAge age = new LagAge(() -> Instant.ofEpochMilli(now));

  @Test
  void unknownLag_hasNoAge() {
    assertThat(age.ms(PartitionStatus.starting(3), 0)).isEmpty();
  }

  @Test
  void nothingLeft_isNoAge() {
    assertThat(age.ms(decided(1, 0), 0)).hasValue(0);
  }

  @Test
  void oldLogThatIsReadLate_isAsOldAsTheRecordDecidedLast() {
    assertThat(age.ms(decided(now - 3_600_000, 9), 0)).hasValue(3_600_000);
    now += 1_000;
    assertThat(age.ms(decided(now - 60_000, 9), 0)).hasValue(60_000);
  }

  @Test
  void recordsAfterAQuietTime_areNoOlderThanThat() {
    age.ms(decided(1, 0), 0);
    now += 1_000;

    assertThat(age.ms(decided(1, 5), 0)).hasValue(1_000);
  }

  @Test
  void recordsHeldBack_haveAnAgeThoughNoLagCountsThem() {
    age.ms(decided(1, 0), 0);
    now += 1_000;

    assertThat(age.ms(decided(1, 0), 4)).hasValue(1_000);
  }

  @Test
  void standstill_agesTheLag() {
    age.ms(decided(now, 0), 0);
    now += 30_000;

    assertThat(age.ms(decided(now - 30_000, 5).retrying("Redis is silent"), 0)).hasValue(30_000);
  }

  private static PartitionStatus decided(long appendedAt, long lag) {
    PartitionHeader header = new PartitionHeader(1, appendedAt, 0, appendedAt, 0, Settings.DEFAULT);
    return PartitionStatus.starting(3)
        .running(new PartitionProgress(header, 0, 0, null, 0, 0, null))
        .withLag(lag);
  }
}
