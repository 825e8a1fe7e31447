package io.lockarbiter.trial.bench.hostile;

import java.util.Map;
import java.util.Set;

/**
 * Legal input by which an account harms others of a running deployment.
 *
 * @param name what it is called on the command line
 * @param about what it is, in a line
 * @param isEverywhere whether its commands go to all partitions, so that no ping is spared
 * @param prepares brings partition 0 into the state in which it does harm
 * @param harms does it
 */
record ServedInput(String name, String about, boolean isEverywhere, Part prepares, Part harms) {
  /** One of the two parts. */
  interface Part {
    /** Sends commands; tells how they must be answered. */
    Expected send(HostileSender to) throws InterruptedException;
  }

  /**
   * The answers that make an input what its name says.
   *
   * @param events how many
   * @param kinds which there may be
   */
  record Expected(long events, Set<String> kinds) {
    static final Expected NOTHING = new Expected(0, Set.of());

    static Expected of(long events, String... kinds) {
      return new Expected(events, Set.of(kinds));
    }

    void check(String input, Map<String, Long> found) {
      long all = found.values().stream().mapToLong(count -> count).sum();
      if (all != events || !kinds.containsAll(found.keySet())) {
        throw new IllegalStateException(
            "%s does not do what it should: its answers are %s, expected %d of %s. A limit was reached (RULES.md, Limits), or granting took longer than the leases. Fix: ask for fewer locks with --share, or let the machine do nothing else"
                .formatted(input, found, events, kinds));
      }
    }
  }
}
