package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(1_000);

  @Test
  void firstAttempt_isDueAtOnce() {
    assertThat(backoff.remaining(1_000)).isZero();
  }

  @Test
  void failuresInARow_waitLongerUpToFiveSeconds() {
    assertThat(waitsMs(8)).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L);
    waitsMs(100);
    assertThat(waitsMs(1)).containsExactly(5_000L);
  }

  @Test
  void success_forgetsTheFailures() {
    waitsMs(5);
    backoff.succeed();

    assertThat(waitsMs(1)).containsExactly(100L);
  }

  private List<Long> waitsMs(int failures) {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      backoff.fail(0);
      waits.add(TimeUnit.NANOSECONDS.toMillis(backoff.remaining(0)));
    }
    return waits;
  }
}
