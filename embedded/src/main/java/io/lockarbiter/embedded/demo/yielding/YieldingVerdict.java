package io.lockarbiter.embedded.demo.yielding;

import io.lockarbiter.embedded.demo.yielding.YieldingRound.Asker;
import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;

/** The verdict on all rounds together. */
record YieldingVerdict(boolean isGood, String line) {
  /**
   * Judges the rounds: both kinds must have been played, each must have kept its bounds, and
   * requests must have arrived soon.
   */
  static YieldingVerdict of(List<YieldingRound> rounds) {
    long broken = rounds.stream().filter(round -> !round.broken().isEmpty()).count();
    if (broken > 0) {
      return bad("bounds were broken in %d of %d rounds.".formatted(broken, rounds.size()));
    }
    if (rounds.stream().noneMatch(round -> round.asker() == Asker.DELETION)
        || rounds.stream().noneMatch(YieldingVerdict::isJudgedByTime)) {
      return bad("too few rounds came to their end; let it run longer.");
    }
    List<Double> told =
        rounds.stream()
            .filter(YieldingVerdict::isJudgedByTime)
            .flatMap(round -> round.toldMs().stream())
            .toList();
    double p99 = Quantiles.of(told, 0.99);
    String told99 =
        "%,d requests came to what runs under the lock, p50 %.1f ms, p99 %.1f ms"
            .formatted(told.size(), Quantiles.of(told, 0.5), p99);
    if (p99 > YieldingRound.TOLD_P99_MS) {
      return bad(told99 + ", %.0f allowed.".formatted(YieldingRound.TOLD_P99_MS));
    }
    double longest = rounds.stream().mapToDouble(YieldingRound::grantedMs).max().orElse(0);
    return new YieldingVerdict(
        true,
        "All bounds were kept in %d rounds: %s; the longest deletion waited %,.0f ms."
            .formatted(rounds.size(), told99, longest));
  }

  /** The first round warms up, so its times are not judged. */
  private static boolean isJudgedByTime(YieldingRound round) {
    return round.asker() == Asker.OPERATOR && round.number() > 1;
  }

  private static YieldingVerdict bad(String reason) {
    return new YieldingVerdict(false, "FAILED: " + reason);
  }
}
