package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
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
   * @throws LockRefusedException if the arbiter refused, with the reason and the blockers
   * @throws LockWithdrawnException if somebody else ended the request
   * @throws ArbiterUnreachableException if no answer came in time; the request is withdrawn
   * @throws ClientBusyException if as many commands as allowed are unanswered already
   * @throws IllegalStateException if the client is closed
   */
  Lease acquire(LockRequest request) throws InterruptedException;

  /** Asks as {@link #acquire(LockRequest)} does, and calls the listener while the request waits. */
  Lease acquire(LockRequest request, QueueListener listener) throws InterruptedException;

  /**
   * Asks for a lock. Completes when it is granted, after its turn in the queue if the request may
   * wait. If you cancel the future, or complete it otherwise (as {@code orTimeout} does), you
   * withdraw the request: it leaves the queue, and a lock that was just granted is released. If you
   * only stop waiting for it, as {@code get} with a time-out does, you do not.
   */
  CompletableFuture<Lease> acquireAsync(LockRequest request);

  /**
   * Asks as {@link #acquireAsync(LockRequest)} does, and calls the listener while the request
   * waits.
   */
  CompletableFuture<Lease> acquireAsync(LockRequest request, QueueListener listener);

  /**
   * Asks for a lock and blocks until it is granted or refused.
   *
   * @param patience the longest time to wait in the queue and here, at most 10 min; replaces the
   *     request's own wait limit. If it is not longer than the grace of {@link
   *     LockRequest#askingHolders(Duration, String)}, nobody is asked
   * @return empty if somebody else's lock stood in the way all the time
   * @throws LockRefusedException if it was refused for another reason, such as {@code FROZEN} at
   *     once where a freeze ends later than the patience
   * @throws ArbiterUnreachableException if no answer came in time; the request is withdrawn
   * @throws LockWithdrawnException if somebody else ended the request
   * @throws ClientBusyException if as many commands as allowed are unanswered already
   * @throws IllegalStateException if the client is closed
   */
  Optional<Lease> tryAcquire(LockRequest request, Duration patience) throws InterruptedException;

  /**
   * Asks for a lock under which a worker of a pool will work; this client neither holds nor renews
   * it.
   *
   * @param pool names the pool, 1 to 128 UTF-8 bytes; only its workers take the lock over
   * @return a ticket that tells when the lock is granted or queued, and how the job ends
   * @throws IllegalArgumentException if the name is not valid
   */
  Ticket submit(String pool, LockRequest request);

  /**
   * Submits as {@link #submit(String, LockRequest)} does, under an id of the caller's. A process
   * that crashed after it had submitted may submit again under the same id, and there is only one
   * lock. The arbiter recognises the id while its lock is held or waits, and for the repeat window
   * after it has ended (60 s unless set otherwise); later the request is a new one.
   *
   * <p>{@link Ticket#submitted} completes also if the lock was granted and released meanwhile; how
   * the job ended is then {@link TicketOutcome.Unknown} unless it ended after this call. Fails with
   * {@link LockRefusedException} {@code ID_CONFLICT} if the id belongs to another request, with
   * {@link LockWithdrawnException} if the lock ended otherwise than by its owner's release, and
   * with {@link IllegalStateException} if this client is asking under the id already.
   *
   * @param lockId 1 to 128 UTF-8 bytes, unique within the account; every reader of the account's
   *     events sees it
   * @throws IllegalArgumentException if the id is not valid
   */
  Ticket submit(String pool, LockRequest request, String lockId);

  /**
   * Takes over a lock that was granted to the same owner, but not to this client: renews it, and
   * completes with the first {@code renewed}. A later adoption has a later {@link Lease#run}; an
   * earlier lease of this client on it is abandoned. Fails with {@code NOT_HELD} if the lock has
   * ended meanwhile. If you cancel the future, or complete it otherwise, the lock is left to its
   * lease.
   *
   * @param owner the owner of the lock, as its events and {@link Lease#lock} tell; the session of a
   *     submitted job is the lock's id, unless the request named another
   */
  CompletableFuture<Lease> adopt(String account, String lockId, Owner owner);

  /**
   * Takes over a lock as {@link #adopt(String, String, Owner)} does. If it has ended, the arbiter
   * is asked how: the future fails with {@link LockWithdrawnException}, and with {@code NOT_HELD}
   * if the arbiter may not remember it any more. Then the id may be another request's already,
   * which the question would withdraw.
   *
   * @param grantedAt log time of its grant, the {@code at} of the event
   */
  CompletableFuture<Lease> adopt(String account, String lockId, Owner owner, Instant grantedAt);

  /**
   * Checks a file or a folder out: others cannot change it for so long, and no process has to live
   * for it. Completes when it is granted, after its turn in the queue if the request may wait. What
   * other sessions of the member write at that moment is in its way, too. If you cancel the future,
   * or complete it otherwise, you withdraw the request, as with {@link #acquireAsync(LockRequest)}.
   * One that {@linkplain LockRequest#replacing(CheckOut) replaces} another is not withdrawn: if it
   * is granted it stays, and its member holds it.
   *
   * <p>If this process dies before the answer, nobody knows the id, and the check-out may be
   * granted all the same. {@link #checkOut(LockRequest, Duration, String, String)} is for those who
   * noted the id before.
   *
   * @param request as {@link LockRequest#checkOut} makes it, or {@link LockRequest#closeAccount},
   *     which may ask holders by a grace
   * @param keep log time, 1 min to 30 d, or 3,650 d if it closes the account; its lease, which is
   *     renewed by nobody
   * @param note for whoever is refused because of it: others see its first 256 bytes; null = none
   * @throws IllegalArgumentException if the request is no check-out, or a value is out of bounds
   */
  CompletableFuture<CheckOut> checkOut(LockRequest request, Duration keep, @Nullable String note);

  /**
   * Checks out under an id of the caller's, which may be asked again after a crash: there is only
   * one check-out, and its time stays. Ask with the same request, keep and note; with others it
   * fails with {@link LockRefusedException} {@code ID_CONFLICT}. The arbiter recognises the id
   * while the check-out is held or waits, and for the repeat window after it has ended; later the
   * request is a new one.
   *
   * <p>It may be another process's check-out already. So the client never withdraws it by itself:
   * if you cancel the future, or no answer comes, it may be granted all the same. To withdraw it,
   * release what {@link #checkedOut} returns for the id.
   *
   * @param lockId 1 to 128 UTF-8 bytes, unique within the account; every reader of the account's
   *     events sees it
   * @throws IllegalArgumentException if the request is no check-out, or a value is out of bounds
   */
  CompletableFuture<CheckOut> checkOut(
      LockRequest request, Duration keep, @Nullable String note, String lockId);

  /**
   * A check-out that was granted before, to this process or to another. Asks nobody: whether it is
   * still held, the answers to its methods tell.
   *
   * @param owner the owner of the check-out, as {@link CheckOut#owner} and its events tell
   * @throws IllegalArgumentException if the id is not valid
   */
  CheckOut checkedOut(String account, String lockId, Owner owner);

  /**
   * Ends somebody else's lock or waiting request.
   *
   * @param operator the sub-account that answers for it
   * @param comment the reason, for the holder and the audit, at most 1 KiB of UTF-8; null = none
   * @throws IllegalArgumentException if the comment is out of its bound
   */
  CompletableFuture<ReleaseResult> forceRelease(
      String account, String lockId, String operator, @Nullable String comment);

  /**
   * Ends all locks of one session, and withdraws its waiting requests: what a process of the
   * session has left, before it begins anew. Completes when nothing is left; whatever it acquires
   * meanwhile may end too. Each lock tells its end by an event of its own, so a lease of this
   * client is lost as {@link LostReason.ReleasedElsewhere}. Check-outs and freezes of the session
   * end, too.
   *
   * @throws IllegalArgumentException if the owner has no session
   */
  CompletableFuture<ReleaseAllResult> releaseAll(String account, Owner owner);

  /**
   * Ends all locks of a member, whatever their session, as {@link #releaseAll(String, Owner)} does:
   * a device is lost, or the member leaves. May this caller do that to the member? The arbiter does
   * not ask.
   */
  CompletableFuture<ReleaseAllResult> releaseAllSessions(String account, String subAccount);

  /**
   * Asks the holder of a lock to let go of it: its client is told ({@link Lease#onYieldRequested}),
   * and it decides; unless a grace is given, after which the lock is released by force. All askers
   * together reach a holder once a second at most ({@link YieldResult.TooOften}).
   *
   * @param asker the owner that asks, any one; its name is passed to the holder
   * @param grace log time, zero to 10 min; null = the holder decides
   * @param comment the reason, for the holder and the audit, at most 1 KiB of UTF-8; null = none
   * @throws IllegalArgumentException if grace or comment is out of its bounds
   */
  CompletableFuture<YieldResult> askToYield(
      String account,
      String lockId,
      Owner asker,
      @Nullable Duration grace,
      @Nullable String comment);

  /**
   * Keeps a session alive until it is closed: it begins if it is not alive. Blocks until that is
   * answered. The client sends one command in a third of the lease, whatever the session holds;
   * locks that are {@link LockSession#bound} to it end with it. If this process dies, they end when
   * the last lease runs out.
   *
   * <p>A session counts as one held lock of its sub-account. Several processes may keep one alive;
   * this client keeps each once.
   *
   * @param owner has a session, which names it
   * @param lease log time, 1 s to 10 min
   * @throws LockRefusedException if the arbiter refused it, such as {@code LIMIT_EXCEEDED}
   * @throws ArbiterUnreachableException if no answer came in time
   * @throws IllegalArgumentException if the owner has no session, or the lease is out of bounds
   * @throws IllegalStateException if the client is closed, keeps the session alive already, or the
   *     settings leave nothing usable of the lease
   */
  LockSession keepAlive(String account, Owner owner, Duration lease) throws InterruptedException;

  /**
   * Keeps a session with a name of its own alive, as {@link #keepAlive(String, Owner, Duration)}.
   */
  LockSession keepAlive(String account, String subAccount, Duration lease)
      throws InterruptedException;

  /**
   * Keeps a session alive as {@link #keepAlive(String, Owner, Duration)} does. If you cancel the
   * future, or complete it otherwise, the session is left to its lease.
   */
  CompletableFuture<LockSession> keepAliveAsync(String account, Owner owner, Duration lease);

  /** Counts since the client was opened. */
  LockClientStatistics statistics();

  /** The health of the client, from its own knowledge; asks no server. */
  LockClientHealth health();

  /**
   * Withdraws unanswered and waiting requests, releases or abandons every lease as the options say,
   * waits for the answers as long as they say, and stops. Submitted jobs are not withdrawn: a
   * worker may do them, and their tickets end as unknown. Nor are check-outs under an id of the
   * caller's: one that waits may be granted yet, to whoever asks again under the id. Leases are
   * invalid from the call on; their listeners are not called. Further calls do nothing.
   */
  @Override
  void close();
}
