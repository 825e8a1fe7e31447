package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;

/** The same figure of several runs. */
public record Series(double median, double least, double most, List<Double> values) {
  /** Medians and extremes of at least one figure. */
  public static Series of(List<Double> values) {
    return new Series(
        Quantiles.median(values),
        Quantiles.of(values, 0),
        Quantiles.of(values, 1),
        List.copyOf(values));
  }

  /** How many times the other's median this one is; 0 if there is none. */
  public double times(Series other) {
    return other.median == 0 ? 0 : median / other.median;
  }
}
