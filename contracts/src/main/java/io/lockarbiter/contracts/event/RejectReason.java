package io.lockarbiter.contracts.event;

import java.util.List;

/**
 * The reason why a request was refused; {@link #message()} explains it to a user, with the remedy.
 */
public enum RejectReason implements Reason {
  CONFLICT(
      "Somebody else holds or waits for a conflicting lock, see blockedBy. Ask again later under a new commandId, or wait by setting waitMs."),
  WAIT_TIMEOUT(
      "The wait limit ran out before the lock came free. Ask again under a new commandId, with a longer waitMs."),
  DEADLOCK(
      "Waiting would never end: a lock named in holding is what the others wait for, see cycle. Release one of them and ask again."),
  QUEUE_FULL(
      "As many requests, or bytes of them, wait as allowed, see limit. Ask again later under a new commandId."),
  LIMIT_EXCEEDED(
      "The sub-account or the account has as many locks, or bytes of them, as allowed, see limit. Release some and ask again under a new commandId."),
  RATE_LIMITED(
      "Too much was asked lately, or the partition is full, see limit. Ask again after retryAfterMs under a new commandId."),
  NOT_HELD(
      "The lock is not held: never granted, still waiting, released or expired. Acquire it again under a new commandId."),
  NOT_HOLDER(
      "The lock belongs to another owner. Only the sub-account and session that acquired it may release or renew it."),
  PATH_GONE(
      "The path no longer exists: it was deleted, renamed or moved. If it was moved, movedTo may tell where it is."),
  ID_CONFLICT(
      "The commandId was used for another request. Send a new request under a new commandId."),
  INVALID("The command is not valid."),
  WRONG_PARTITION(
      "The record is not in the partition of its account. Key it by account with Kafka's default partitioner (librdkafka: partitioner=murmur2_random)."),
  ENDING(
      "The lock named in replaces has an end that somebody who asked attached: no other takes its place. Ask under a new commandId when it has ended."),
  FROZEN(
      "The path is frozen until after the wait limit, see blockedBy: by whom, until when, and why. Ask under a new commandId after that, or with a waitMs that ends later."),
  NO_SESSION(
      "The session is not alive: it was never kept alive, or it ended. Send keepAlive for it, then ask again under a new commandId."),
  ACCOUNT_CLOSED(
      "The account is closed here, see blockedBy: by whom, until when, and in its note perhaps where the account is now. Ask there."),
  /** A reason that only newer arbiters know; {@link Rejected#reasonWord} has its word. */
  UNKNOWN("The reason is one that only newer versions know.");

  private static final List<RejectReason> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final String message;

  RejectReason(String message) {
    this.message = message;
  }

  /** All reasons except {@link #UNKNOWN}. */
  public static List<RejectReason> known() {
    return KNOWN;
  }

  /** Fact, consequence and remedy in plain ASCII; for {@link #INVALID} the event says more. */
  public String message() {
    return message;
  }

  /** Says whether it may end a wait; all other reasons answer the request itself. */
  public boolean endsWait() {
    return this == WAIT_TIMEOUT
        || this == PATH_GONE
        || this == NO_SESSION
        || this == ACCOUNT_CLOSED;
  }
}
