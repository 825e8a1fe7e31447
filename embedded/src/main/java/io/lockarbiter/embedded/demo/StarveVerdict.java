package io.lockarbiter.embedded.demo;

import java.util.List;

/** What all rounds together show. */
record StarveVerdict(boolean isGood, String line) {
  /** Says whether there were rounds, the deletion had to wait, and each kept its bound. */
  static StarveVerdict of(List<StarveRound> rounds) {
    long broken = rounds.stream().filter(round -> !round.broken().isEmpty()).count();
    if (broken > 0) {
      return bad("the bound was broken in %d of %d rounds.".formatted(broken, rounds.size()));
    }
    if (rounds.isEmpty()) {
      return bad("no round came to its end; let it run longer.");
    }
    if (rounds.stream().noneMatch(StarveRound::hasWaited)) {
      return bad("no deletion had to wait for uploads while others came, so nothing was shown.");
    }
    return new StarveVerdict(
        true,
        "The bound was kept in all %d rounds: of %,d later uploads none overtook."
            .formatted(rounds.size(), rounds.stream().mapToInt(StarveRound::later).sum()));
  }

  private static StarveVerdict bad(String reason) {
    return new StarveVerdict(false, "FAILED: " + reason);
  }
}
