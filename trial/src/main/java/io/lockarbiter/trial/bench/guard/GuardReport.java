package io.lockarbiter.trial.bench.guard;

import java.util.List;

/**
 * What was measured of one guard.
 *
 * @param oneMs one upload that works for half a second
 * @param allMs so many at once
 * @param checksPerSecond by so many connections, or threads, at once
 */
record GuardReport(
    String guard,
    int uploads,
    double oneMs,
    double allMs,
    int connections,
    double checksPerSecond,
    List<Depth> depths) {

  /** Milliseconds of a check, of one connection alone. */
  record Depth(int levels, double ms) {
    @Override
    public String toString() {
      return "%d: %.3f".formatted(levels, ms);
    }
  }

  @Override
  public String toString() {
    return "%s: one upload %,.0f ms, %d at once %,.0f ms; %,.0f checks/s by %d in one account; ms of a check by depth %s"
        .formatted(guard, oneMs, uploads, allMs, checksPerSecond, connections, depths);
  }
}
