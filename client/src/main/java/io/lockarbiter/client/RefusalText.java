package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.VisibleText;
import java.util.List;

/**
 * The text of a refusal for a Java user. A sentence of the arbiter that this version knows is
 * rewritten in the words of this API; others stay unchanged.
 */
final class RefusalText {
  private RefusalText() {}

  static String of(Rejected event) {
    if (!event.message().equals(event.reason().message())) {
      return event.message();
    }
    return switch (event.reason()) {
      case CONFLICT ->
          "Somebody else holds or waits for a conflicting lock, see blockers(). Ask again later, or wait with waitingUpTo(…).";
      case WAIT_TIMEOUT ->
          "The wait limit ran out before the lock came free. Ask again, with a longer waitingUpTo(…).";
      case DEADLOCK ->
          "Waiting would never end: a lock that this request is made under, by acquireMore or holding(…), is what the others wait for, see cycle(). Release one of them and ask again.";
      case QUEUE_FULL ->
          "As many requests, or bytes of them, wait as allowed, see limit(). Ask again later.";
      case LIMIT_EXCEEDED ->
          "The sub-account or the account has as many locks, or bytes of them, as allowed, see limit(). Release some and ask again.";
      case RATE_LIMITED ->
          "Too much was asked lately, or the partition is full, see limit(). Ask again after retryAfter().";
      case NOT_HELD ->
          "replaces".equals(event.field())
              ? "The lock to be replaced is not held: never granted, still waiting, released or expired. Ask without replacing(…)."
              : "holding".equals(event.field())
                  ? "A lock that this request is made under, by acquireMore(…) or holding(…), is not held by its owner: never granted, still waiting, released or expired, or another owner's, as every acquire without a session is. Acquire that lock again, and ask by acquireMore(…) of its lease, or give all of them one session(…)."
                  : "The lock is not held: never granted, still waiting, released or expired. Acquire it again.";
      case ID_CONFLICT ->
          "The id was used for another request. Submit this one under an id of its own.";
      case NOT_HOLDER ->
          "replaces".equals(event.field())
              ? "The lock to be replaced belongs to another owner than replacing(…) says. Somebody else may have taken it over; look whose it is."
              : event.message();
      case ENDING ->
          "The lock to be replaced has an end that somebody who asked for it attached, and no other lock takes its place. Ask without replacing(…) when it has ended.";
      case FROZEN ->
          "The path is frozen until %s: until then nobody but the owner of the freeze changes anything there. Ask again after that, or wait longer with waitingUpTo(…)."
              .formatted(frozenUntil(event.blockedBy()));
      case ACCOUNT_CLOSED ->
          "The account is closed here%s. Ask where it is now."
              .formatted(closedBy(event.blockedBy()));
      case NO_SESSION ->
          "The session is not alive: it was never kept alive, or it has ended, and all that was bound to it. Begin one by keepAlive(…), and ask by its bound(…).";
      case PATH_GONE -> gone(event);
      case INVALID, WRONG_PARTITION, UNKNOWN -> event.message();
    };
  }

  private static String gone(Rejected event) {
    String when = event.saysExisting() ? "in the last ten minutes" : "while the request waited";
    if (event.movedTo() != null) {
      return "The path was renamed or moved to %s %s. Ask there, or by a request that is followingMoves()."
          .formatted(VisibleText.line(event.movedTo().toString()), when);
    }
    return event.saysExisting()
        ? "The path no longer exists, or may be another by now: it, or a folder above, was deleted, renamed, moved or made anew %s. Look where the work belongs, and ask there."
            .formatted(when)
        : "The path no longer exists: it was deleted, renamed or moved %s.".formatted(when);
  }

  /** A refusal that is told again does not say by whom. */
  private static String closedBy(List<Blocker> closes) {
    if (closes.isEmpty()) {
      return "";
    }
    Frozen first = Frozen.of(closes.get(0));
    String note = first.note() == null ? "" : ": " + VisibleText.line(first.note());
    return " by %s until %s%s".formatted(first.by().subAccount(), first.until(), note);
  }

  /** A refusal that is told again names no freeze. */
  private static String frozenUntil(List<Blocker> freezes) {
    Frozen last = Frozen.lastOf(freezes);
    return last == null ? "after the wait limit" : last.until() + ", which is after the wait limit";
  }

  /**
   * For whoever takes locks of one sub-account for re-entrant: what to call instead. Empty unless
   * the sub-account is, or may be, in its own way.
   *
   * @param holdsAsAnother whether the client holds locks of the same sub-account as another owner.
   *     Such a lock may be in the way unnamed: behind five others, or of a request that is waited
   *     for
   */
  static String wayToOneOwner(Rejected event, List<Blocker> blockers, boolean holdsAsAnother) {
    Subject asked = event.subject();
    if (asked == null) {
      return "";
    }
    String subAccount = asked.owner().subAccount();
    if (blockers.stream().anyMatch(each -> each.owner().subAccount().equals(subAccount))) {
      return "%s is in its own way: every session is another owner, and so is every acquire without one. If this request belongs to the work that holds the lock, ask by acquireMore(…) of its lease, or give both one session(…). If it is another request of the member, such as another tab's, wait, or ask that one to let go."
          .formatted(subAccount);
    }
    boolean isBlocked =
        event.reason() == RejectReason.CONFLICT || event.reason() == RejectReason.WAIT_TIMEOUT;
    return isBlocked && holdsAsAnother
        ? "This client holds other locks of %s, as other owners. If this request is made under one of them, ask by acquireMore(…) of its lease, or give both requests one session(…)."
            .formatted(subAccount)
        : "";
  }
}
