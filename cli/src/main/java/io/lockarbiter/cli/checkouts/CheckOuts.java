package io.lockarbiter.cli.checkouts;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The check-outs of an account that were asked for.
 *
 * @param under the path at or below which they are
 * @param at log time of the view, epoch ms
 * @param shown the oldest, oldest first
 * @param leftOut how many more match
 * @param seen how many the view had
 * @param isWhole whether the view had all that there are
 */
record CheckOuts(
    String account,
    String under,
    long at,
    List<CheckOut> shown,
    int leftOut,
    int seen,
    boolean isWhole) {
  private static final Comparator<CheckOut> OLDEST_FIRST =
      Comparator.comparingLong(CheckOut::grantedAt).thenComparingLong(CheckOut::token);

  /**
   * Chooses of a view.
   *
   * @param limit the most that are shown
   */
  static CheckOuts of(CheckOutView view, Predicate<CheckOut> wanted, int limit) {
    List<CheckOut> found = view.locks().stream().filter(wanted).sorted(OLDEST_FIRST).toList();
    List<CheckOut> shown = found.subList(0, Math.min(limit, found.size()));
    return new CheckOuts(
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
