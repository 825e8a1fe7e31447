package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GatheringTest {
  @Test
  void singleQuestion_makesNobodyWait() {
    assertThat(Gathering.after(1, Duration.ofSeconds(1))).isEqualTo(Gathering.NONE);
  }

  @Test
  void load_isGatheredHalfAsLongAsABatchTakes_orUntilItHasDoubled() {
    assertThat(Gathering.after(20, Duration.ofMillis(8)))
        .isEqualTo(new Gathering(40, Duration.ofMillis(4)));
  }

  @Test
  void slowBatch_isNoReasonToWaitLong() {
    assertThat(Gathering.after(20, Duration.ofSeconds(2)))
        .isEqualTo(new Gathering(40, Duration.ofMillis(25)));
  }
}
