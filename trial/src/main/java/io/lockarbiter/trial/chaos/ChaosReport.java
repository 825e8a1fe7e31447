package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.judge.Judgement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param broken why the run was aborted; null if it was not
 * @param repairs failures that only an operator could repair
 * @param files the result of the work on files; null if there was none
 * @param perSecond events read in each second
 * @param kinds of events
 * @param judgement null if there was nothing to judge
 */
record ChaosReport(
    long seed,
    double seconds,
    @Nullable String broken,
    List<FaultRecord> faults,
    List<String> repairs,
    @Nullable Files files,
    List<Long> perSecond,
    Map<String, Long> kinds,
    @Nullable Judgement judgement) {
  private static final int ENOUGH = 20;

  /**
   * The work of the demo's members.
   *
   * @param operations number of uploads, downloads, deletions and moves done
   * @param damage found in the files, a line for each kind
   */
  record Files(long operations, List<String> damage) {
    boolean isWhole() {
      return operations > 0 && damage.isEmpty();
    }
  }

  /** Returns what happened too rarely for the run to prove anything. */
  List<String> missing(boolean isLong) {
    Stream<String> faultless =
        Stream.of(ChaosFault.values())
            .filter(each -> isLong && faults.stream().noneMatch(done -> done.fault() == each))
            .map(each -> "no " + each);
    Stream<String> quiet =
        Stream.of("granted", "granted after waiting", "expired", "rejected", "renewed")
            .filter(kind -> kinds.getOrDefault(kind, 0L) < ENOUGH)
            .map(kind -> "%d events %s".formatted(kinds.getOrDefault(kind, 0L), kind));
    return Stream.concat(faultless, quiet).toList();
  }

  boolean isClean(boolean isLong) {
    return broken == null
        && judgement != null
        && judgement.isClean()
        && (files == null || files.isWhole())
        && missing(isLong).isEmpty();
  }
}
