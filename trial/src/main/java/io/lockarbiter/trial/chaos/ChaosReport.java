package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.judge.Judgement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run.
 *
 * @param broken why the run broke off; null if it did not
 * @param repairs what only an operator could mend
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
    List<Long> perSecond,
    Map<String, Long> kinds,
    @Nullable Judgement judgement) {
  private static final int ENOUGH = 20;

  /** What did not happen often enough for the run to say anything. */
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
    return broken == null && judgement != null && judgement.isClean() && missing(isLong).isEmpty();
  }
}
