package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A held lock, which the client renews until it is released or lost. Safe for use by many threads.
 *
 * <p>A lease alone stops no late writer: between {@link #isValid()} and the write that follows, the
 * process may sleep. Hand {@link #token()} to the storage and let it refuse tokens that are too
 * old.
 */
public interface Lease extends AutoCloseable {
  /** The account whose tree is locked. */
  String account();

  /** The locked targets, the owner, and the attributes. */
  LockDetails lock();

  /** The lock's id. */
  default String lockId() {
    return lock().lockId();
  }

  /** The fencing token; within an account, a lock granted later has a higher one. */
  long token();

  /**
   * The number of the holder, for a lock that several holders adopt in turn under one token: the
   * {@code seq} of the {@code renewed} event of the adoption, so later holders have higher numbers;
   * 0 if this client received the first grant.
   */
  long run();

  /**
   * Says whether the lock is certainly still held: neither released nor lost, and its safe end not
   * reached. Compares this process's monotonic clock with itself, never with the broker's clock;
   * asks nobody.
   */
  boolean isValid();

  /** Time to the safe end, as far as known now; zero if the lease is not valid. */
  Duration remaining();

  /**
   * Renews at once. Completes with true when the arbiter confirms that the lock is still held, or
   * with false when it is released or lost, which is at its safe end at the latest.
   */
  CompletableFuture<Boolean> confirm();

  /**
   * Asks for one more lock while this one is held, naming this one in {@code holding}: requests
   * that wait for this lock do not hold the new one up, and a deadlock is refused ({@code
   * RULES.md}, Waiting).
   *
   * @param request a request of this lease's owner; one that names no owner gets it
   * @throws IllegalArgumentException if the request is of another account or owner
   */
  CompletableFuture<Lease> acquireMore(LockRequest request);

  /**
   * Adds a listener that is called once when the lock is lost, but not when it is released here; at
   * once if it is lost already.
   */
  void onLost(Consumer<LostReason> listener);

  /**
   * Adds a listener that receives the remaining time when two thirds of a lease have passed without
   * an answer to a renewal, once per silence, and also in the last lease of a lock that has reached
   * its longest hold.
   */
  void onWarning(Consumer<Duration> listener);

  /**
   * Adds a listener that is called when somebody asks this lock's holder to let go: once per
   * request, on the callback executor, in order. If requests come faster than the listener returns,
   * it gets the last eight, and always the latest. A listener added after a request gets the latest
   * one at once. None is called after the lease is released or lost. While a listener blocks, this
   * lease's other listeners of requests wait, and it keeps one of the callback executor's threads
   * busy; the client's own executor has 64. A client that adopts a lock receives requests from then
   * on.
   *
   * <p>The holder brings its work to a safe point and releases, or declines with {@link #decline},
   * or does nothing. Only {@link YieldRequest#endsAt} ends the lock by itself: {@link #onLost} is
   * then told {@link LostReason.Forced} at the lease's safe end.
   */
  void onYieldRequested(Consumer<YieldRequest> listener);

  /**
   * Declines the requests to yield: a renewal gives the reason once, in the {@code renewed} event,
   * to the readers of the account's events. An end that a request set stays.
   *
   * <p>Completes with true when the arbiter has published the event, otherwise with false: the lock
   * is not held any more, or the arbiter did not answer; {@link #isValid} says which.
   *
   * @param why at most 1 KiB of UTF-8; every reader of the account's events sees it
   * @throws IllegalArgumentException if it is too long or no text
   */
  CompletableFuture<Boolean> decline(String why);

  /**
   * Sets the outcome that {@link #close} and {@link #release()} tell, for work in a
   * try-with-resources statement: {@code WorkOutcome.DONE} unless set. The last call before the
   * release counts; later ones change nothing. After a deletion or a move say {@code GONE}, or
   * requests that wait below are granted a path that no longer exists.
   *
   * @throws IllegalArgumentException if its result is too long or no text
   */
  void endAs(WorkOutcome outcome);

  /** Releases the lock with the outcome of {@link #endAs}; never blocks. */
  CompletableFuture<ReleaseResult> release();

  /**
   * Releases the lock; never blocks. The lease is invalid from the call on. Further calls send
   * nothing: they complete with the result of the first, {@code Released} as {@code
   * AlreadyReleased}. Only if the first stayed unanswered do they send it again. Never fails.
   *
   * @param outcome the outcome of the work, for the readers of the lock's {@code released} event
   * @throws IllegalArgumentException if its result is too long or no text
   */
  CompletableFuture<ReleaseResult> release(WorkOutcome outcome);

  /**
   * Stops renewing without a release: somebody else has adopted the lock or may adopt it, or its
   * lease runs out. The lease is invalid from the call on; {@link #onLost} receives {@link
   * LostReason.Abandoned}. Does nothing if the lease was released or lost before.
   */
  void abandon();

  /**
   * Releases the lock as {@link #release()} does, and waits for the answer: whoever asks afterwards
   * does not meet this lock. Returns after {@link LockClientOptions#releaseTimeout} without an
   * answer; the release is sent again all the same. If it was released before, it waits for that
   * answer; so release many leases first, then close them.
   *
   * <p>Returns at once, with the release on its way, in a callback of this client (a listener, or
   * what follows a future), on a thread that is interrupted or that Reactor does not allow to
   * block, and after an earlier one has waited in vain, as long as that one has no answer. A lease
   * that is lost or whose client is closed waits for nothing. Later requests of this client are
   * decided after the release in any case. Never fails.
   */
  @Override
  void close();
}
