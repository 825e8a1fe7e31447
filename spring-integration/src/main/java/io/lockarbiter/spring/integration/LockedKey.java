package io.lockarbiter.spring.integration;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.ReleaseResult;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A key that threads of this registry lock or wait for. Only one of them at a time asks the
 * arbiter, for which they are one owner.
 */
final class LockedKey {
  /** Asks the arbiter; null if another owner has the lock. */
  interface Question {
    @Nullable Lease ask() throws InterruptedException;
  }

  private final String path;
  private final ReentrantLock thread = new ReentrantLock();
  private @Nullable Lease lease;
  private boolean wasLost;

  LockedKey(String path) {
    this.path = path;
  }

  void lock() {
    thread.lock();
  }

  void lockInterruptibly() throws InterruptedException {
    thread.lockInterruptibly();
  }

  boolean tryLock() {
    return thread.tryLock();
  }

  boolean tryLock(long nanos) throws InterruptedException {
    return thread.tryLock(nanos, TimeUnit.NANOSECONDS);
  }

  boolean isHeldByThisThread() {
    return thread.isHeldByCurrentThread() && lease != null;
  }

  /**
   * Asks for the lock if this thread, whose turn it is, does not hold it yet or has lost it. If it
   * is not granted, the turn is over.
   */
  boolean acquire(Question question) throws InterruptedException {
    boolean acquired = false;
    try {
      Lease before = lease;
      if (before == null || !before.isValid()) {
        Lease granted = question.ask();
        if (granted == null) {
          return false;
        }
        wasLost = before != null;
        lease = granted;
      }
      acquired = true;
      return true;
    } finally {
      if (!acquired) {
        thread.unlock();
      }
    }
  }

  /** Renews the lock at once. */
  boolean renew() {
    Lease held = lease;
    return held != null && held.confirm().join();
  }

  /**
   * Ends the innermost turn of this thread. The outermost one releases the lock, and another
   * process can have it when this returns.
   *
   * @throws ConcurrentModificationException if the lock was lost on the way
   * @throws DataAccessResourceFailureException if the arbiter did not answer
   */
  void unlock() {
    if (thread.getHoldCount() > 1) {
      thread.unlock();
      return;
    }
    Lease held = Objects.requireNonNull(lease, "unlocked by a thread that does not hold it");
    boolean wasAnew = wasLost;
    boolean wasValid = held.isValid();
    lease = null;
    wasLost = false;
    try {
      ReleaseResult result = held.release().join();
      if (wasAnew) {
        throw lost("it had expired, and was acquired anew");
      }
      check(wasValid, result);
    } finally {
      thread.unlock();
    }
  }

  /**
   * Checks that nobody else can have had the lock. If this release ended it, that is certain, even
   * if the lease was no longer certain here.
   */
  private void check(boolean wasValid, ReleaseResult result) {
    boolean isUnknown =
        result instanceof ReleaseResult.Unanswered || result instanceof ReleaseResult.Refused;
    if (wasValid && isUnknown) {
      throw new DataAccessResourceFailureException("lock=%s %s".formatted(path, result.message()));
    }
    if (result instanceof ReleaseResult.AlreadyReleased && !wasValid) {
      throw lost("it was released before: its lock client was closed, or its owner released it");
    }
    if (!(result instanceof ReleaseResult.Released
        || result instanceof ReleaseResult.AlreadyReleased)) {
      throw lost(result.message());
    }
  }

  private ConcurrentModificationException lost(String how) {
    return new ConcurrentModificationException(
        "lock=%s was lost before it was unlocked: %s. Others may have worked under it meanwhile; check what it protects."
            .formatted(path, how));
  }
}
