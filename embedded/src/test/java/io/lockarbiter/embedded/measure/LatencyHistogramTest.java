package io.lockarbiter.embedded.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
  private final LatencyHistogram histogram = new LatencyHistogram();

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 1_000, 1_000_000, 123_456_789, Long.MAX_VALUE})
  void value_liesInItsBucketAndTheBucketIsNarrow(long value) {
    int bucket = LatencyHistogram.bucket(value);
    long upper = LatencyHistogram.upperEdge(bucket);
    long lower = bucket == 0 ? 0 : LatencyHistogram.upperEdge(bucket - 1) + 1;

    assertThat(value).isBetween(lower, upper);
    assertThat((double) (upper - lower)).isLessThanOrEqualTo(value / 16.0);
  }

  @Test
  void percentiles_areRightWithinABucket() {
    for (int ms = 1; ms <= 1_000; ms++) {
      histogram.record(ms * 1_000_000L);
    }

    Latencies latencies = histogram.snapshot();

    assertThat(latencies.total()).isEqualTo(1_000);
    assertThat(latencies.percentileMs(0.5)).isCloseTo(500, within(500 * 0.0625));
    assertThat(latencies.percentileMs(0.99)).isCloseTo(990, within(990 * 0.0625));
    assertThat(latencies.percentileMs(1)).isBetween(1_000.0, 1_062.5);
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
    assertThat(between.percentileMs(0.5)).isCloseTo(100, within(6.25));
  }

  @Test
  void negativeDuration_countsAsZero() {
    histogram.record(-5);

    assertThat(histogram.snapshot().total()).isEqualTo(1);
    assertThat(histogram.snapshot().percentileMs(1)).isZero();
  }
}
