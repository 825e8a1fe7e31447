package io.lockarbiter.trial.bench.neighbours;

import java.util.Map;

/**
 * What commands must have been answered for an input to be what its name says.
 *
 * @param events in all
 * @param least of each kind that there may be
 */
record Expected(long events, Map<String, Long> least) {
  /** No command, no answer. */
  static final Expected NOTHING = new Expected(0, Map.of());

  /** Each answer is of one kind. */
  static Expected all(String kind, long count) {
    return new Expected(count, Map.of(kind, count));
  }

  /**
   * Refuses what came of it otherwise.
   *
   * @throws IllegalStateException if an answer is of another kind, or too few are of one
   */
  void check(String input, Tally tally) {
    Map<String, Long> kinds = tally.kinds();
    boolean asMeant =
        tally.events() == events
            && least.keySet().containsAll(kinds.keySet())
            && least.entrySet().stream()
                .allMatch(each -> kinds.getOrDefault(each.getKey(), 0L) >= each.getValue());
    if (!asMeant) {
      throw new IllegalStateException(
          "%s does not do what it should: its answers are %s, expected %d of these, each at least as often: %s. A limit was reached (RULES.md, Limits), or granting took longer than the leases. Fix: with --share fewer locks are asked for; or let the machine do nothing else"
              .formatted(input, kinds, events, least));
    }
  }
}
