package io.lockarbiter.sandbox.bench.neighbours;

import io.lockarbiter.sandbox.bench.stage.Answer;
import io.lockarbiter.sandbox.measure.Quantiles;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long questions took, ms.
 *
 * @param pings how many they were
 */
record Delays(int pings, long worstMs, long p99Ms) {
  /** Of those that were open at some time between two moments, those moments included. */
  static Delays between(Stream<Answer> answers, long fromMs, long toMs) {
    List<Long> delays =
        answers
            .filter(answer -> answer.appendedAtMs() >= fromMs && answer.askedAtMs() <= toMs)
            .map(Answer::delayMs)
            .toList();
    return new Delays(
        delays.size(), (long) Quantiles.of(delays, 1), (long) Quantiles.of(delays, 0.99));
  }
}
