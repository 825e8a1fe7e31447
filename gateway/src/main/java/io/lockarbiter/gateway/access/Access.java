package io.lockarbiter.gateway.access;

import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides who a caller is, and what he may do. */
public final class Access {
  private static final Logger LOG = LoggerFactory.getLogger(Access.class);
  private static final int LINES_PER_MINUTE = 20;

  private final WatchedFile<ApiKeys> keys;
  private final WatchedFile<Rules> rules;
  private final Quota lines;

  /** An access by these keys and rules. */
  public Access(WatchedFile<ApiKeys> keys, WatchedFile<Rules> rules, LongSupplier nanoTime) {
    this.keys = keys;
    this.rules = rules;
    this.lines = new Quota(LINES_PER_MINUTE, nanoTime);
  }

  /** The sender whose key it is; null if it is nobody's. */
  public @Nullable Identity ofKey(String key) {
    return keys.content().owner(key);
  }

  /** Says whether a caller may do something in an account; the log tells which line is missing. */
  public boolean allows(Caller caller, String account, Right right) {
    if (rules.content().allows(caller.who(), account, caller.member(), right)) {
      return true;
    }
    refused(caller, account, caller.member(), right);
    return false;
  }

  /** As {@link #allows}, for some member at least, whoever it is. */
  public boolean allowsForSome(Caller caller, String account, Right right) {
    if (mayForSome(caller.who(), account, right)) {
      return true;
    }
    refused(caller, account, "*", right);
    return false;
  }

  private void refused(Caller caller, String account, String member, Right right) {
    if (lines.take(caller.subject(), 1).equals(Duration.ZERO)) {
      LOG.info(
          VisibleText.line(
              "refused subject=%s account=%s member=%s right=%s: no rule allows it. It would take a line such as: %s %s %s %s"
                  .formatted(
                      caller.subject(),
                      account,
                      member,
                      right.word(),
                      caller.subject(),
                      account,
                      member.equals(caller.subject()) ? "self" : member,
                      right.word())));
    }
  }

  /** Says whether somebody has a right for some member, without a line in the log. */
  public boolean mayForSome(Identity who, String account, Right right) {
    return rules.content().allows(who, account, right);
  }

  /** Says whether a key is still his; a token counts until it ends. */
  public boolean isStanding(Identity who) {
    return who.keyHash() == null || keys.content().isOf(who.keyHash(), who.subject());
  }

  /** Says whether somebody has a right for a member of an account, without a line in the log. */
  public boolean mayFor(Identity who, String account, String member, Right right) {
    return rules.content().allows(who, account, member, right);
  }
}
