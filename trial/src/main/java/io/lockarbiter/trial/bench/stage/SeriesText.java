package io.lockarbiter.trial.bench.stage;

/** Series of runs in the words and digits of every report. */
public final class SeriesText {
  private SeriesText() {}

  /** The first line of a report: which runs its figures are medians of, up to the paths. */
  public static String head(int runs, int seconds, int cores, int accounts, int partitions) {
    return "medians of %d run%s of %d s on %d cores, least and most in brackets; %d accounts on %d partitions, paths 5 deep"
        .formatted(runs, runs == 1 ? "" : "s", seconds, cores, accounts, partitions);
  }

  /** The median of ms. */
  public static String ms(Series series) {
    return "%.1f".formatted(series.median());
  }

  /** The least and the most. */
  public static String range(Series series, int digits) {
    return ("(%,." + digits + "f … %,." + digits + "f)").formatted(series.least(), series.most());
  }

  /** A bar from above, and whether a figure keeps it. */
  public static String most(double figure, double most) {
    return "at most %.1f: %s".formatted(most, word(figure <= most));
  }

  /** A bar that is kept, or not. */
  public static String word(boolean isKept) {
    return isKept ? "kept" : "MISSED";
  }
}
