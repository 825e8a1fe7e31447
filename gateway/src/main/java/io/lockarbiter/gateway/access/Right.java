package io.lockarbiter.gateway.access;

import java.util.Locale;

/** A right of a subject in an account. */
public enum Right {
  /** To ask for locks, and holders to let go. */
  ASK,
  /** To renew and release locks of its own members. */
  HOLD,
  /** To look at locks. */
  SEE,
  /** To act on locks of others: force them, set their end, replace them, freeze, close accounts. */
  OPERATE;

  /** The word of the rules file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
