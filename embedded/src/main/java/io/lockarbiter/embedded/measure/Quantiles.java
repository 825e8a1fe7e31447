package io.lockarbiter.embedded.measure;

import java.util.Arrays;
import java.util.Collection;

/** Exact quantiles of small sets of figures. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * Returns the figure that this share of all does not exceed, by nearest rank; 0 if there is none.
   */
  public static double of(Collection<? extends Number> figures, double share) {
    double[] sorted = sorted(figures);
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  /**
   * Returns the middle figure, or the mean of the two in the middle if their number is even; 0 if
   * there is none.
   */
  public static double median(Collection<? extends Number> figures) {
    double[] sorted = sorted(figures);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return 0;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static double[] sorted(Collection<? extends Number> figures) {
    double[] sorted = figures.stream().mapToDouble(Number::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
