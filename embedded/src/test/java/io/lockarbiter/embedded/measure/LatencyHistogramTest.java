package io.lockarbiter.embedded.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
  private final LatencyHistogram histogram = new LatencyHistogram();

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 15, 16, 17, 31, 32, 1_000, 1_000_000, 123_456_789, 86_400_000_000_000L})
  void percentile_isWithinOnePercentOfTheValueAndNotBelow(long nanos) {
    histogram.record(nanos);

    assertThat(histogram.snapshot().percentileMs(1)).isBetween(nanos / 1e6, 1.01 * nanos / 1e6);
  }

  @Test
  void percentiles_areRightWithinOnePercent() {
    for (int ms = 1; ms <= 1_000; ms++) {
      histogram.record(ms * 1_000_000L);
    }

    Latencies latencies = histogram.snapshot();

    assertThat(latencies.total()).isEqualTo(1_000);
    assertThat(latencies.percentileMs(0.5)).isCloseTo(500, within(5.0));
    assertThat(latencies.percentileMs(0.99)).isCloseTo(990, within(9.9));
    assertThat(latencies.percentileMs(1)).isBetween(1_000.0, 1_010.0);
  }

  @Test
  void nothingRecorded_isZero() {
    assertThat(histogram.snapshot().percentileMs(0.5)).isZero();
    assertThat(histogram.snapshot().total()).isZero();
  }

  @Test
  void since_countsWhatCameBetween() {
    histogram.record(1_000_000);
    Latencies earlier = histogram.snapshot();
    histogram.record(100_000_000);

    Latencies between = histogram.snapshot().since(earlier);

    assertThat(between.total()).isEqualTo(1);
    assertThat(between.percentileMs(0.5)).isCloseTo(100, within(1.0));
  }

  @Test
  void negativeDuration_countsAsZero() {
    histogram.record(-5);

    assertThat(histogram.snapshot().total()).isEqualTo(1);
    assertThat(histogram.snapshot().percentileMs(1)).isZero();
  }
}
