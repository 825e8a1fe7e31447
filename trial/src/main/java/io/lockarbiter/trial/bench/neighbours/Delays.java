package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.trial.bench.stage.Answer;
import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long questions took, ms.
 *
 * @param pings how many they were
 */
record Delays(int pings, long worstMs, long p99Ms) {
  /**
   * Of those that were open at some time between two moments, those moments included, and in each
   * partition the first that was asked later: so something is told of what is over in no time.
   *
   * @param partitions answers by partition, in its order
   */
  static Delays between(Stream<List<Answer>> partitions, long fromMs, long toMs) {
    List<Long> delays =
        partitions
            .flatMap(partition -> between(partition, fromMs, toMs))
            .map(Answer::delayMs)
            .toList();
    return new Delays(
        delays.size(), (long) Quantiles.of(delays, 1), (long) Quantiles.of(delays, 0.99));
  }

  private static Stream<Answer> between(List<Answer> partition, long fromMs, long toMs) {
    long lastMs =
        partition.stream().mapToLong(Answer::askedAtMs).filter(at -> at > toMs).min().orElse(toMs);
    return partition.stream()
        .filter(answer -> answer.appendedAtMs() >= fromMs && answer.askedAtMs() <= lastMs);
  }
}
