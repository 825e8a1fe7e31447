package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.event.Rejected;

/**
 * Texts of refusals in the words of HTTP: its callers know an Idempotency-Key, and no commandId.
 */
final class RefusalText {
  /** A command about a lock that is not held. */
  static final String NOT_HELD =
      "The lock is not held: it still waits, was never granted, was released, or has expired. GET it to see which. While it waits, go on by GET with ?wait=25; if it has ended, ask again under a new Idempotency-Key.";

  private RefusalText() {}

  private static String gone(Rejected rejected) {
    if (rejected.movedTo() == null) {
      return rejected.saysExisting()
          ? "The path no longer exists, or may be another by now: it, or a folder above, was deleted, renamed, moved or made anew in the last ten minutes. Look where your work belongs now, and ask again under a new Idempotency-Key."
          : "The path no longer exists: it was deleted, renamed or moved while the request waited. Look where your work belongs now, and ask again under a new Idempotency-Key.";
    }
    return rejected.saysExisting()
        ? "The path was renamed or moved in the last ten minutes; movedTo is where it is now. Ask there under a new Idempotency-Key, with movedSeq as existing."
        : "The path was renamed or moved while the request waited; movedTo is where it is now. Ask there under a new Idempotency-Key, for the rest of your wait.";
  }

  /** The text of a refused request for a lock. */
  static String of(Rejected rejected) {
    return switch (rejected.reason()) {
      case CONFLICT ->
          "Somebody else holds or waits for a conflicting lock, see blockedBy. Ask again later under a new Idempotency-Key, or wait by setting waitMs.";
      case WAIT_TIMEOUT ->
          "The wait limit ran out before the lock came free. Ask again under a new Idempotency-Key, with a longer waitMs.";
      case DEADLOCK ->
          "Waiting would never end: a lock named in holding is what the others wait for, see cycle. Release one of them, and ask again under a new Idempotency-Key.";
      case QUEUE_FULL ->
          "As many requests, or bytes of them, wait as allowed, see limit. Ask again later under a new Idempotency-Key.";
      case LIMIT_EXCEEDED ->
          "The sub-account or the account has as many locks, or bytes of them, as allowed, see limit. Release some, and ask again under a new Idempotency-Key.";
      case RATE_LIMITED ->
          "Too much was asked lately, or the partition is full, see limit. Ask again after Retry-After under a new Idempotency-Key.";
      case NOT_HELD ->
          "A lock that the request names is not held, see field: it still waits, was never granted, was released, or has expired. Leave it out, and ask again under a new Idempotency-Key.";
      case NOT_HOLDER ->
          "The lock belongs to another owner. Only the Sub-Account and the Session that asked for it may release or renew it.";
      case PATH_GONE -> gone(rejected);
      case ID_CONFLICT ->
          "The Idempotency-Key was used for another request: another body, Session, Sub-Account or subject. Ask again under a new one.";
      case ENDING ->
          "The lock named in replaces has an end that somebody who asked attached: no other takes its place. Ask under a new Idempotency-Key when it has ended.";
      case FROZEN ->
          "The path is frozen until after the wait limit, see blockedBy: by whom, until when, and why. Ask under a new Idempotency-Key after that, or with a waitMs that ends later.";
      case ACCOUNT_CLOSED ->
          "The account is closed here, see blockedBy: by whom, until when, and in its note perhaps where the account is now. Ask there.";
      case NO_SESSION ->
          "The session is not alive: it was never kept alive, or it has ended, and all that was bound to it. POST its keep-alive, and ask again under a new Idempotency-Key.";
      case INVALID, WRONG_PARTITION, UNKNOWN -> rejected.message();
    };
  }
}
