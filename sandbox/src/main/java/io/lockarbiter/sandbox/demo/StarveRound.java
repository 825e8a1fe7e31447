package io.lockarbiter.sandbox.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * How one deletion waited while uploads went on; everything as {@code lock.events} tells it, in log
 * time.
 *
 * @param held uploads that held a lock when the deletion arrived
 * @param renewed renewals of those while it waited
 * @param expired how many of those were left until their leases ran out
 * @param waitedMs from request to grant
 * @param leasesMs from its request to the end of the last of those leases, renewals included
 * @param idleMs from the end of the last of those locks to the grant
 * @param later uploads that were asked for while it waited
 * @param overtaking how many of those were granted before it
 * @param beside uploads that held a lock while the deletion held its own
 */
record StarveRound(
    int number,
    int held,
    int renewed,
    int expired,
    long waitedMs,
    long leasesMs,
    long idleMs,
    int later,
    int overtaking,
    int beside) {
  /** How long a deadline may be due in a silent partition before a tick makes its event. */
  static final long TICK_MS = 200;

  static final String HEADER =
      "round  waited ms  at most ms  held  renewed  expired  later  overtaking";

  /** The longest that the deletion may wait. */
  long boundMs() {
    return leasesMs + TICK_MS;
  }

  boolean keepsBound() {
    return broken().isEmpty();
  }

  /** The round under the columns of {@link #HEADER}, with what was broken below it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%5d  %,9d  %,10d  %4d  %7d  %7d  %5d  %10d  %s"
            .formatted(
                number,
                waitedMs,
                boundMs(),
                held,
                renewed,
                expired,
                later,
                overtaking,
                keepsBound() ? "kept" : "BROKEN"));
    broken().forEach(reason -> lines.add("       " + reason));
    return lines;
  }

  private List<String> broken() {
    List<String> reasons = new ArrayList<>();
    if (waitedMs > boundMs()) {
      reasons.add("it waited %,d ms longer than it may".formatted(waitedMs - boundMs()));
    }
    if (idleMs != 0) {
      reasons.add("it was granted %,d ms after the last of those locks ended".formatted(idleMs));
    }
    if (overtaking > 0) {
      reasons.add("%,d uploads that came later were granted before it".formatted(overtaking));
    }
    if (beside > 0) {
      reasons.add("%,d uploads held a lock beside it".formatted(beside));
    }
    return reasons;
  }
}
