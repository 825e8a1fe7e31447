package io.lockarbiter.spring.integration;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** The lock of a key; it holds only the name until a thread locks it. */
final class KeyLock implements Lock {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(Settings.MAX_WAIT_MS);

  /** The longest pause where as many wait as the arbiter lets one sub-account wait. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

  private final LockedKeys keys;
  private final LockClient client;
  private final LockRequest request;
  private final String path;

  KeyLock(LockedKeys keys, LockClient client, LockRequest request) {
    this.keys = keys;
    this.client = client;
    this.request = request;
    this.path = request.targets().get(0).path().toString();
  }

  /** Locks; an interrupt does not end the wait, but leaves the thread interrupted. */
  @Override
  public void lock() {
    uninterrupted(
        key -> {
          key.lock();
          return true;
        },
        this::granted);
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    acquire(
        key -> {
          key.lockInterruptibly();
          return true;
        },
        this::grantedUnlessInterrupted);
  }

  @Override
  public boolean tryLock() {
    return uninterrupted(LockedKey::tryLock, this::grantedNow);
  }

  /** Waits for the threads of this process first, then in the arbiter's queue. */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long began = System.nanoTime();
    long nanos = unit.toNanos(time);
    return acquire(
        key -> key.tryLock(nanos), () -> grantedWithin(nanos - (System.nanoTime() - began)));
  }

  @Override
  public void unlock() {
    LockedKey key = keys.find(path);
    if (key == null || !key.isHeldByThisThread()) {
      throw new IllegalMonitorStateException("The current thread does not hold lock=" + path);
    }
    try {
      key.unlock();
    } finally {
      keys.leave(path);
    }
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("Locks of an arbiter have no conditions");
  }

  /** Waits for the turn among the threads of this process. */
  private interface Turn {
    boolean await(LockedKey key) throws InterruptedException;
  }

  private boolean uninterrupted(Turn turn, LockedKey.Question question) {
    try {
      return acquire(turn, question);
    } catch (InterruptedException e) {
      throw new AssertionError("neither waits so that it can be interrupted", e);
    }
  }

  private boolean acquire(Turn turn, LockedKey.Question question) throws InterruptedException {
    LockedKey key = keys.enter(path);
    boolean acquired = false;
    try {
      acquired = turn.await(key) && key.acquire(question);
      return acquired;
    } catch (LockException e) {
      throw new CannotAcquireLockException(
          "lock=%s cannot be acquired: %s".formatted(path, e.getMessage()), e);
    } finally {
      if (!acquired) {
        keys.leave(path);
      }
    }
  }

  private Lease granted() {
    while (true) {
      try {
        return joined(request.waitingUpTo(LONGEST_WAIT));
      } catch (LockRefusedException e) {
        waitUninterrupted(pauseAfter(e));
      }
    }
  }

  private Lease grantedUnlessInterrupted() throws InterruptedException {
    while (true) {
      try {
        return client.acquire(request.waitingUpTo(LONGEST_WAIT));
      } catch (LockRefusedException e) {
        Thread.sleep(pauseAfter(e).toMillis());
      }
    }
  }

  /**
   * The pause before a wait without a limit goes on.
   *
   * @throws LockRefusedException if another attempt would be refused too
   */
  private static Duration pauseAfter(LockRefusedException e) {
    return switch (e.reason()) {
      case WAIT_TIMEOUT -> Duration.ZERO;
      case QUEUE_FULL, RATE_LIMITED, FROZEN -> {
        Duration told = e.retryAfter();
        yield told == null || told.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : told;
      }
      default -> throw e;
    };
  }

  /** Waits to the end; an interrupt meanwhile leaves the thread interrupted. */
  private static void waitUninterrupted(Duration pause) {
    new CompletableFuture<Void>()
        .completeOnTimeout(null, pause.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private @Nullable Lease grantedNow() {
    try {
      return joined(request);
    } catch (LockRefusedException e) {
      if (e.reason() != RejectReason.CONFLICT && e.reason() != RejectReason.FROZEN) {
        throw e;
      }
      return null;
    }
  }

  private @Nullable Lease grantedWithin(long nanos) throws InterruptedException {
    long began = System.nanoTime();
    long left = nanos;
    do {
      Duration wait = Duration.ofNanos(Math.max(0, Math.min(left, LONGEST_WAIT.toNanos())));
      Lease lease = grantedInTime(wait);
      if (lease != null) {
        return lease;
      }
      left = nanos - (System.nanoTime() - began);
    } while (left > 0);
    return null;
  }

  /**
   * A freeze is waited for here: it refuses a request at once, and may end earlier than it says.
   */
  private @Nullable Lease grantedInTime(Duration wait) throws InterruptedException {
    try {
      return client.tryAcquire(request, wait).orElse(null);
    } catch (LockRefusedException e) {
      if (e.reason() != RejectReason.FROZEN) {
        throw e;
      }
      Thread.sleep(pauseWithin(wait).toMillis());
      return null;
    }
  }

  /** A quarter of the time that is left, so that there is some for another attempt. */
  static Duration pauseWithin(Duration left) {
    Duration pause = left.dividedBy(4);
    if (pause.compareTo(LONGEST_PAUSE) > 0) {
      return LONGEST_PAUSE;
    }
    Duration atLeast = left.compareTo(SHORTEST_PAUSE) < 0 ? left : SHORTEST_PAUSE;
    return pause.compareTo(atLeast) < 0 ? atLeast : pause;
  }

  private Lease joined(LockRequest asked) {
    try {
      return client.acquireAsync(asked).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : e;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyLock lock && lock.keys == keys && lock.path.equals(path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return "KeyLock[account=%s, path=%s]".formatted(request.account(), path);
  }
}
