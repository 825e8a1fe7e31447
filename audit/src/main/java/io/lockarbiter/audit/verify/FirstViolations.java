package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first violations that one part of a verification has found, and the number of all. Used by
 * the thread of that part; {@link #merged} puts the parts together, whichever was ahead.
 */
final class FirstViolations implements Findings {
  private static final int LISTED = 20;

  /** A violation, and the command during which it was found; −1 before the first. */
  private record Found(long offset, int rank, Violation violation) {}

  private static final Comparator<Found> IN_ORDER =
      Comparator.comparingLong(Found::offset).thenComparingInt(Found::rank);

  private final Scope scope;
  private final int rank;
  private final List<Found> first = new ArrayList<>();
  private long count;
  private @Nullable ReplayStep current;

  /**
   * Violations within a scope.
   *
   * @param rank place among the parts, for those found during the same command
   */
  FirstViolations(Scope scope, int rank) {
    this.scope = scope;
    this.rank = rank;
  }

  /** Moves on to a command. */
  void moveTo(ReplayStep step) {
    current = step;
  }

  @Override
  public void add(Violation violation) {
    boolean asked = current == null ? scope.from() == Moment.BEGINNING : scope.covers(current);
    if (!asked || !scope.covers(violation.account())) {
      return;
    }
    count++;
    if (first.size() < LISTED) {
      first.add(new Found(current == null ? -1 : current.command().offset(), rank, violation));
    }
  }

  /** Returns the number of all violations. */
  long count() {
    return count;
  }

  /**
   * Returns the first violations of all parts, in the order in which one thread would find them.
   */
  static List<Violation> merged(Collection<FirstViolations> parts) {
    return parts.stream()
        .flatMap(part -> part.first.stream())
        .sorted(IN_ORDER)
        .limit(LISTED)
        .map(Found::violation)
        .toList();
  }
}
