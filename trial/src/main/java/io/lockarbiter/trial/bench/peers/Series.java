package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;

/** The same figure of several runs. */
record Series(double median, double least, double most, List<Double> values) {
  static Series of(List<Double> values) {
    return new Series(
        Quantiles.median(values),
        Quantiles.of(values, 0),
        Quantiles.of(values, 1),
        List.copyOf(values));
  }

  /** How many times the other's median this one is; 0 if there is none. */
  double times(Series other) {
    return other.median == 0 ? 0 : median / other.median;
  }
}
