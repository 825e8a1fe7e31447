package io.lockarbiter.client;

import java.util.concurrent.CompletableFuture;

/**
 * A job that was submitted to a pool, and its end. Both futures belong to the caller: completing
 * them otherwise withdraws nothing.
 */
public final class Ticket {
  private final String account;
  private final String lockId;
  private final CompletableFuture<String> submitted;
  private final CompletableFuture<TicketOutcome> outcome;

  /** A ticket as a client makes it; for tests of code that submits. */
  public Ticket(
      String account,
      String lockId,
      CompletableFuture<String> submitted,
      CompletableFuture<TicketOutcome> outcome) {
    this.account = account;
    this.lockId = lockId;
    this.submitted = submitted;
    this.outcome = outcome;
  }

  /** The lock's account. */
  public String account() {
    return account;
  }

  /** The lock's id; another submission under it gets another ticket for the same job. */
  public String lockId() {
    return lockId;
  }

  /**
   * Completes with the lock's id as soon as the lock is granted or queued; fails as {@link
   * LockClient} says.
   */
  public CompletableFuture<String> submitted() {
    return submitted;
  }

  /** Completes when the job has ended, or when its end can no longer be known; never fails. */
  public CompletableFuture<TicketOutcome> outcome() {
    return outcome;
  }

  @Override
  public String toString() {
    return "ticket account=%s lockId=%s outcome=%s"
        .formatted(account, lockId, outcome.isDone() ? outcome.join().message() : "none yet");
  }
}
