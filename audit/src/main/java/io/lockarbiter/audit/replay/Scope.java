package io.lockarbiter.audit.replay;

import org.jspecify.annotations.Nullable;

/**
 * The part of a history that is asked about. Earlier records are read too, because they determine
 * its state.
 *
 * @param from first moment
 * @param to last moment
 * @param account null = all
 */
public record Scope(Moment from, Moment to, @Nullable String account) {
  /** Everything. */
  public static final Scope ALL = new Scope(Moment.BEGINNING, Moment.END, null);

  /** Says whether a command lies in the scope, whatever its account. */
  public boolean covers(ReplayStep step) {
    return from.isReachedBy(step) && !to.isPassedBy(step);
  }

  /** Says whether the scope contains an account; null, for no account, is always contained. */
  public boolean covers(@Nullable String other) {
    return account == null || other == null || account.equals(other);
  }

  /** Says whether an account that the scope contains sent the command. */
  public boolean asks(ReplayStep step) {
    String sender = step.command().content().account();
    return sender != null && covers(sender);
  }
}
