package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A session that the client keeps alive, and with it all locks that are {@link #bound} to it: one
 * command in a third of its lease, whatever it holds. All of them end together, with the session.
 * Safe for use by many threads.
 *
 * <p>A session that is lost is not revived: nobody holds its locks. Keep another one alive, and
 * acquire anew. Under the same name the client first releases the locks that it has lost.
 *
 * <pre>{@code
 * try (LockSession session = locks.keepAlive("acme", "ann", Duration.ofSeconds(30))) {
 *   Lease lease = locks.acquire(session.bound(LockRequest.upload("acme", "ann", "/plan.pdf")));
 * }
 * }</pre>
 */
public interface LockSession extends AutoCloseable {
  /** The account of its locks. */
  String account();

  /** The owner of all that is bound to it; it has a session. */
  Owner owner();

  /** The name of the session. */
  default String session() {
    return String.valueOf(owner().session());
  }

  /**
   * Says whether the session is certainly still alive: neither closed nor lost, and its safe end
   * not reached. Compares this process's monotonic clock with itself; asks nobody.
   */
  boolean isValid();

  /** Time to the safe end, as far as known now; zero if the session is not valid. */
  Duration remaining();

  /** The log time at which it began. */
  Instant beganAt();

  /**
   * Says whether it was alive before this client kept it so. Then it may have locks of a process
   * that died, or of another one that lives: {@link LockClient#releaseAll} ends them all.
   */
  boolean isResumed();

  /**
   * The log time at which it ends unless it is kept alive again, as the latest answer told. To
   * show, not to act on: {@link #remaining} counts on this process's clock.
   */
  Instant expiresAt();

  /**
   * A request for a lock that lives as long as this session, in the name of its owner.
   *
   * @throws IllegalArgumentException if the request is of another account or owner
   * @throws IllegalStateException if the session is closed or lost
   */
  LockRequest bound(LockRequest request);

  /**
   * Calls the listener once, when the session is lost; at once if it is lost already. The {@link
   * Lease#onLost} of each lock that is bound to it is told too. Not called after {@link #release},
   * {@link #close} or the client's own closing.
   */
  void onLost(Consumer<LostReason> listener);

  /**
   * Ends all that its owner holds and waits for in the account, bound or not, and keeps it alive no
   * more; never blocks. Session and leases are not valid from the call on. Completes with the
   * numbers, with none if it was lost before: its locks end by themselves. Further calls send
   * nothing.
   */
  CompletableFuture<ReleaseAllResult> release();

  /**
   * Ends it as {@link #release} does, and waits for the answer where and as long as {@link
   * Lease#close} does. Never fails: what is not ended so ends with the session.
   */
  @Override
  void close();
}
