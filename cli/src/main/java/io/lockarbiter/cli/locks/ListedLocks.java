package io.lockarbiter.cli.locks;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The check-outs, or the freezes, of an account that were asked for.
 *
 * @param under the path at or below which they are
 * @param at log time of the view, epoch ms
 * @param shown the oldest, oldest first
 * @param leftOut how many more match
 * @param seen how many the view had
 * @param isWhole whether the view had all that there are
 */
record ListedLocks(
    Protection kind,
    String account,
    String under,
    long at,
    List<ListedLock> shown,
    int leftOut,
    int seen,
    boolean isWhole) {
  private static final Comparator<ListedLock> OLDEST_FIRST =
      Comparator.comparingLong(ListedLock::grantedAt).thenComparingLong(ListedLock::token);

  /**
   * Chooses of a view.
   *
   * @param limit the most that are shown
   */
  static ListedLocks of(LocksView view, Predicate<ListedLock> wanted, int limit) {
    List<ListedLock> found = view.locks().stream().filter(wanted).sorted(OLDEST_FIRST).toList();
    List<ListedLock> shown = found.subList(0, Math.min(limit, found.size()));
    return new ListedLocks(
        view.kind(),
        view.account(),
        view.under(),
        view.at(),
        shown,
        found.size() - shown.size(),
        view.locks().size(),
        view.isWhole());
  }

  /** Says whether nothing that matches is missing. */
  boolean isComplete() {
    return leftOut == 0 && isWhole;
  }
}
