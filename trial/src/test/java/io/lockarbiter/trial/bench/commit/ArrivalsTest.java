package io.lockarbiter.trial.bench.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void evenly_gatherUntilTaken() {
    Arrivals arrivals = Arrivals.evenly(100);

    assertThat(arrivals.available(SECOND / 200)).isZero();
    assertThat(arrivals.available(SECOND / 20)).isEqualTo(5);
    assertThat(arrivals.take(SECOND / 20)).isEqualTo(SECOND / 100);
    assertThat(arrivals.take(SECOND / 20)).isEqualTo(SECOND / 50);
    assertThat(arrivals.available(SECOND / 20)).isEqualTo(3);
  }

  @Test
  void inFlight_areAlwaysThere() {
    Arrivals arrivals = Arrivals.inFlight(7);

    assertThat(arrivals.take(SECOND)).isEqualTo(SECOND);
    assertThat(arrivals.available(SECOND)).isEqualTo(7);
  }
}
