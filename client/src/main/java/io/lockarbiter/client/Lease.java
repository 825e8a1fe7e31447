package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A lock that is held, and renewed by the client until it is released or lost. Safe for use by many
 * threads.
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

  /** The fencing token: the higher one was granted later, per account. */
  long token();

  /**
   * Which holder of this lock this is, for locks that pass from hand to hand under one token: the
   * {@code seq} of the {@code renewed} event by which it was adopted, so who adopts later has the
   * higher number; 0 if its first grant was seen here.
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
   * Renews at once and completes with true when the arbiter has said that the lock is still held,
   * or with false when it is lost, at the latest at its safe end, or released.
   */
  CompletableFuture<Boolean> confirm();

  /**
   * Asks for one more lock while this one is held, naming this one in {@code holding}: requests
   * that wait for this lock do not hold the new one up, and a deadlock is refused ({@code
   * RULES.md}, Waiting).
   *
   * @param request for whom is the owner of this lease; a request that names none has it
   * @throws IllegalArgumentException if the request is of another account or owner
   */
  CompletableFuture<Lease> acquireMore(LockRequest request);

  /**
   * Is told once when the lock is lost, never when it is released here. Told at once if it is lost
   * already.
   */
  void onLost(Consumer<LostReason> listener);

  /**
   * Is told the time that remains when two thirds of a lease went by without an answer to a
   * renewal, once per silence; and of the last lease of a lock that may be held no longer.
   */
  void onWarning(Consumer<Duration> listener);

  /**
   * Is told when somebody asks this lock's holder to let go: once of each request, on the callback
   * executor, in order; of requests that come faster than the listener returns, the last eight and
   * among them always the latest. A listener that is added after a request came is told the latest
   * one at once. Not told any more once the lease is released or lost. While a listener blocks,
   * this lease's other listeners of requests wait, and it keeps one of the callback executor's
   * threads busy: of the client's own there are 64. Who takes a lock over is told of requests from
   * then on.
   *
   * <p>The holder brings its work to a safe point and releases; or says no by {@link #decline}; or
   * does nothing. Only {@link YieldRequest#endsAt} ends the lock by itself: {@link #onLost} is then
   * told {@link LostReason.Forced} at the lease's safe end.
   */
  void onYieldRequested(Consumer<YieldRequest> listener);

  /**
   * Says no to whoever asked for the lock: a renewal that tells why, once, in the {@code renewed}
   * event, for those who read the account's events. An end that was attached stays.
   *
   * <p>Completes with true when the arbiter has told it, and with false if it has not: then the
   * lock is held no more, or the arbiter did not answer; {@link #isValid} says which.
   *
   * @param why at most 1 KiB of UTF-8; who reads the account's events sees it
   * @throws IllegalArgumentException if it is too long or no text
   */
  CompletableFuture<Boolean> decline(String why);

  /** As {@code release(WorkOutcome.DONE)}. */
  default CompletableFuture<ReleaseResult> release() {
    return release(WorkOutcome.DONE);
  }

  /**
   * Releases the lock; the lease is invalid from the call on. Further calls send nothing: they
   * complete with what became of the first, {@code Released} as {@code AlreadyReleased}; only if
   * that stayed unanswered, they send it again. Never fails.
   *
   * @param outcome how the work ended; whoever reads the lock's {@code released} event is told
   * @throws IllegalArgumentException if its result is too long or no text
   */
  CompletableFuture<ReleaseResult> release(WorkOutcome outcome);

  /**
   * Stops renewing and releases nothing: somebody else has adopted the lock or may, or its lease
   * runs out. The lease is invalid from the call on; {@link #onLost} is told {@link
   * LostReason.Abandoned}. Does nothing if the lease was released or lost before.
   */
  void abandon();

  /**
   * Releases the lock and waits for nothing: what this client asks for afterwards is decided
   * afterwards.
   */
  @Override
  void close();
}
