package io.lockarbiter.client;

import java.util.concurrent.CompletableFuture;

/**
 * A job that was submitted to a pool, and how it ends. Both futures are the caller's: completing
 * them otherwise withdraws nothing.
 *
 * @param account the lock's account
 * @param lockId the lock's id; who submits again under it gets another ticket of the same job
 * @param submitted completes with the lock's id as soon as the lock is granted or queued; fails as
 *     {@link LockClient} says
 * @param outcome completes when the job has ended, or when nobody can tell any more; never fails
 */
public record Ticket(
    String account,
    String lockId,
    CompletableFuture<String> submitted,
    CompletableFuture<TicketOutcome> outcome) {}
