package io.lockarbiter.sandbox.demo;

import java.util.List;

/** What all rounds together show. */
record StarveVerdict(List<StarveRound> rounds) {
  StarveVerdict {
    rounds = List.copyOf(rounds);
  }

  /** Says whether there were rounds, the deletion had to wait, and each kept its bound. */
  boolean isGood() {
    return hasWaited() && rounds.stream().allMatch(StarveRound::keepsBound);
  }

  String line() {
    long broken = rounds.stream().filter(round -> !round.keepsBound()).count();
    if (broken > 0) {
      return "FAILED: the bound was broken in %d of %d rounds.".formatted(broken, rounds.size());
    }
    if (rounds.isEmpty()) {
      return "FAILED: no round came to its end; let it run longer.";
    }
    if (!hasWaited()) {
      return "FAILED: no deletion had to wait for uploads while others came, so nothing was shown.";
    }
    return "The bound was kept in all %d rounds: of %,d later uploads none overtook."
        .formatted(rounds.size(), rounds.stream().mapToInt(StarveRound::later).sum());
  }

  private boolean hasWaited() {
    return rounds.stream()
        .anyMatch(round -> round.waitedMs() > 0 && round.held() > 0 && round.later() > 0);
  }
}
