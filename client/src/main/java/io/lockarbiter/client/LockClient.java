package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for locks and holds them: one producer, one event reader and a handful of threads for any
 * number of locks. Safe for use by many threads.
 *
 * <p>Futures are completed and listeners called on the callback executor of the options, never on
 * the thread that reads events. Every future fails with
 *
 * <ul>
 *   <li>{@link LockRefusedException} if the arbiter refused,
 *   <li>{@link LockWithdrawnException} if somebody else ended the request,
 *   <li>{@link ArbiterUnreachableException} if no answer came in time, or none in time to be used,
 *   <li>{@link ClientBusyException} if as many commands as allowed are unanswered already,
 *   <li>{@link IllegalStateException} if the client is closed.
 * </ul>
 */
public interface LockClient extends AutoCloseable {
  /**
   * Asks for a lock and blocks until it is granted, after its turn in the queue if the request may
   * wait. A thread that is interrupted meanwhile withdraws the request.
   *
   * @throws LockRefusedException if the arbiter refused, with the reason and who stands in the way
   * @throws LockWithdrawnException if somebody else ended the request
   * @throws ArbiterUnreachableException if no answer came in time; the request is withdrawn
   * @throws ClientBusyException if as many commands as allowed are unanswered already
   * @throws IllegalStateException if the client is closed
   */
  Lease acquire(LockRequest request) throws InterruptedException;

  /** As {@link #acquire(LockRequest)}, and tells while it waits. */
  Lease acquire(LockRequest request, QueueListener listener) throws InterruptedException;

  /**
   * Asks for a lock. Completes when it is granted, after its turn in the queue if the request may
   * wait. Whoever cancels the future, or completes it otherwise (as {@code orTimeout} does),
   * withdraws the request: it leaves the queue, and a lock that was just granted is released.
   * Whoever only stops to wait for it, as {@code get} with a time-out does, does not.
   */
  CompletableFuture<Lease> acquireAsync(LockRequest request);

  /** As {@link #acquireAsync(LockRequest)}, and tells while it waits. */
  CompletableFuture<Lease> acquireAsync(LockRequest request, QueueListener listener);

  /**
   * Asks for a lock and blocks until it is granted or refused.
   *
   * @param patience how long to stand in the queue and to wait here, at most 10 min; in place of
   *     the request's own wait limit
   * @return empty if somebody else's lock stood in the way all the time
   * @throws LockRefusedException if it was refused for another reason
   * @throws ArbiterUnreachableException if no answer came in time; the request is withdrawn
   * @throws LockWithdrawnException if somebody else ended the request
   * @throws ClientBusyException if as many commands as allowed are unanswered already
   * @throws IllegalStateException if the client is closed
   */
  Optional<Lease> tryAcquire(LockRequest request, Duration patience) throws InterruptedException;

  /**
   * Asks for a lock that a worker of a pool is to work under; holds and renews nothing itself.
   *
   * @param pool names the pool, 1 to 128 UTF-8 bytes; only its workers take the lock over
   * @return tells when the lock is granted or queued, and how the job ends
   * @throws IllegalArgumentException if the name is none
   */
  Ticket submit(String pool, LockRequest request);

  /**
   * As {@link #submit(String, LockRequest)}, under an id of the caller's, who may have asked before
   * and does not know it: a process that crashed after it had asked asks again, and one lock comes
   * of it. The arbiter recognises the id while its lock is held or waits, and for the repeat window
   * after it has ended (60 s unless set otherwise); later it is asked for anew.
   *
   * <p>{@link Ticket#submitted} completes also if the lock was granted and released meanwhile; how
   * the job ended is then {@link TicketOutcome.Unknown} unless it ended after this call. Fails with
   * {@link LockRefusedException} {@code ID_CONFLICT} if the id belongs to another request, with
   * {@link LockWithdrawnException} if the lock ended otherwise than by its owner's release, and
   * with {@link IllegalStateException} if this client is asking under the id already.
   *
   * @param lockId 1 to 128 UTF-8 bytes, unique within the account; who reads the account's events
   *     sees it
   * @throws IllegalArgumentException if the id is none
   */
  Ticket submit(String pool, LockRequest request, String lockId);

  /**
   * Takes over a lock that was granted to the same owner, but not to this client: renews it, and
   * completes with the first {@code renewed}. Whoever adopts it later is a later {@link Lease#run};
   * a lease that this client had of it is abandoned. Fails with {@code NOT_HELD} if it has ended
   * meanwhile.
   *
   * @param owner whose lock it is, as its events and {@link Lease#lock} tell; of what was submitted
   *     to a pool the session is the lock's id, unless the request named another
   */
  CompletableFuture<Lease> adopt(String account, String lockId, Owner owner);

  /**
   * Ends somebody else's lock or waiting request.
   *
   * @param operator the sub-account that answers for it
   * @param comment why, for the holder and the audit, at most 1 KiB of UTF-8; null if nothing is to
   *     be said
   * @throws IllegalArgumentException if the comment is out of its bound
   */
  CompletableFuture<ReleaseResult> forceRelease(
      String account, String lockId, String operator, @Nullable String comment);

  /**
   * Asks the holder of a lock to let go of it: its client is told ({@link Lease#onYieldRequested}),
   * and it decides; unless a grace is given, after which the lock is released by force. Holders are
   * asked once a second at most, whoever asks ({@link YieldResult.TooOften}).
   *
   * @param asker who asks, any owner; told to the holder
   * @param grace log time, zero to 10 min; null = the holder decides
   * @param comment why, for the holder and the audit, at most 1 KiB of UTF-8; null if nothing is to
   *     be said
   * @throws IllegalArgumentException if grace or comment is out of its bounds
   */
  CompletableFuture<YieldResult> askToYield(
      String account,
      String lockId,
      Owner asker,
      @Nullable Duration grace,
      @Nullable String comment);

  /** Counts since the client was opened. */
  LockClientStatistics statistics();

  /** How it stands; reads what it knows, and asks nobody. */
  LockClientHealth health();

  /**
   * Withdraws what is unanswered or waits, releases or abandons every lease as the options say,
   * waits for the answers as long as they say, and stops. What was submitted is not withdrawn: a
   * worker may do it, and its ticket ends as unknown. Leases are invalid from the call on; their
   * listeners are not called. Further calls do nothing.
   */
  @Override
  void close();
}
