package io.lockarbiter.audit.replay;

import org.jspecify.annotations.Nullable;

/**
 * What part of a history is asked about; what lies before is read all the same, for its state.
 *
 * @param from first moment
 * @param to last moment
 * @param account null = all
 */
public record Scope(Moment from, Moment to, @Nullable String account) {
  /** Everything. */
  public static final Scope ALL = new Scope(Moment.BEGINNING, Moment.END, null);

  /** Says whether a command is asked about, its account aside. */
  public boolean covers(ReplayStep step) {
    return from.isReachedBy(step) && !to.isPassedBy(step);
  }

  /** Says whether something about an account is asked for; what is about none always is. */
  public boolean covers(@Nullable String other) {
    return account == null || other == null || account.equals(other);
  }
}
