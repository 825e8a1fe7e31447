package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.embedded.measure.Quantiles;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What the changes of one cause did.
 *
 * @param moved partitions that moved, over all changes
 * @param stayed likewise; in a control every partition stays
 */
public record CauseLine(
    Cause cause,
    int changes,
    int moved,
    double movedMedianMs,
    double movedWorstMs,
    int stayed,
    double stayedMedianMs,
    double stayedWorstMs) {

  /** The lines of a run, causes without a change left out. */
  public static List<CauseLine> all(List<Change> changes) {
    return Arrays.stream(Cause.values())
        .map(cause -> of(cause, changes))
        .filter(line -> line.changes() > 0)
        .toList();
  }

  static CauseLine of(Cause cause, List<Change> changes) {
    List<Change> own = changes.stream().filter(change -> change.cause() == cause).toList();
    List<Long> moved = stalls(own, true);
    List<Long> stayed = stalls(own, false);
    return new CauseLine(
        cause,
        own.size(),
        moved.size(),
        Quantiles.median(moved),
        Quantiles.of(moved, 1),
        stayed.size(),
        Quantiles.median(stayed),
        Quantiles.of(stayed, 1));
  }

  private static List<Long> stalls(List<Change> changes, boolean moved) {
    return changes.stream()
        .map(change -> change.stallsMs(moved))
        .flatMap(Collection::stream)
        .toList();
  }

  /** The lines for people. */
  public static List<String> table(List<CauseLine> causes) {
    TextTable table =
        new TextTable(
            "standstill of a partition, ms",
            "changes",
            "moved",
            "median",
            "worst",
            "stayed",
            "median",
            "worst");
    causes.forEach(line -> table.add(line.cells()));
    return table.lines();
  }

  private Object[] cells() {
    boolean anyMoved = moved > 0;
    return new Object[] {
      cause,
      (long) changes,
      (long) moved,
      anyMoved ? Math.round(movedMedianMs) : "",
      anyMoved ? Math.round(movedWorstMs) : "",
      (long) stayed,
      Math.round(stayedMedianMs),
      Math.round(stayedWorstMs)
    };
  }
}
