package io.lockarbiter.trial.bench.tus;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The findings of a run.
 *
 * @param resumedAfterMs times to go on of uploads whose server was killed while they wrote
 * @param longestRefusedMs the longest that an upload was refused as locked
 * @param faults files that are not what was sent, answers that should not be, uploads without end
 */
record TusReport(
    TusSettings settings,
    long seconds,
    long finished,
    long megabytes,
    long cuts,
    Map<Integer, Long> statuses,
    List<Long> resumedAfterMs,
    long longestRefusedMs,
    List<String> faults) {

  static TusReport of(TusSettings settings, long seconds, TusTally tally) {
    Map<Integer, Long> statuses = new TreeMap<>();
    tally.statuses().forEach((status, count) -> statuses.put(status, count.sum()));
    return new TusReport(
        settings,
        seconds,
        tally.finished.sum(),
        tally.bytes.sum() >> 20,
        tally.cuts.sum(),
        statuses,
        List.copyOf(tally.resumedAfterMs),
        tally.longestRefusedMs(),
        List.copyOf(tally.faults));
  }

  boolean isClean() {
    long most = settings.mostToResume().toMillis();
    return faults.isEmpty()
        && finished > 0
        && !resumedAfterMs.isEmpty()
        && resumedAfterMs.stream().allMatch(ms -> ms <= most)
        && longestRefusedMs <= most;
  }

  List<String> lines() {
    long most = settings.mostToResume().toMillis();
    return List.of(
        "%d uploads at a time through two servers, %d kills, %d s"
            .formatted(settings.uploads(), settings.kills(), seconds),
        "%,d uploads finished, %,d MiB, %,d requests cut off; answers: %s"
            .formatted(finished, megabytes, cuts, statuses),
        "%,d uploads were being written when their server was killed; taken up again after p50 %,.0f, p99 %,.0f, max %,.0f ms, at most %,d wanted"
            .formatted(
                resumedAfterMs.size(),
                Quantiles.of(resumedAfterMs, 0.5),
                Quantiles.of(resumedAfterMs, 0.99),
                Quantiles.of(resumedAfterMs, 1),
                most),
        "longest time that an upload was refused as locked: %,d ms, at most %,d wanted"
            .formatted(longestRefusedMs, most),
        faults.isEmpty()
            ? "every finished file is what was sent (SHA-256)"
            : "faults: " + String.join("; ", faults.subList(0, Math.min(faults.size(), 10))));
  }
}
