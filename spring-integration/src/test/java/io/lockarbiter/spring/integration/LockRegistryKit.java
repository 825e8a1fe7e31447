package io.lockarbiter.spring.integration;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The requirements of Spring Integration on a distributed lock registry: the cases that the tests
 * of its own registries, on JDBC and on Redis, check.
 */
@SuppressWarnings({"LockNotBeforeTry", "ThreadPriorityCheck"})
abstract class LockRegistryKit {
  private final ExecutorService other = Executors.newCachedThreadPool();

  /** A registry of another process, for the same locks. */
  abstract LockArbiterLockRegistry registry();

  /** Number of locks in the store. */
  abstract int stored();

  /** Says whether a request waits in the store. */
  abstract boolean somebodyWaits();

  /** Expires all locks that registries still believe to hold. */
  abstract void expireAll();

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  private <T> T elsewhere(Callable<T> work) throws Exception {
    return other.submit(work).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void lock_isHeldUntilItIsUnlockedAndAgain() throws Exception {
    LockArbiterLockRegistry registry = registry();
    for (int i = 0; i < 10; i++) {
      Lock lock = registry.obtain("foo");
      if (i % 2 == 0) {
        lock.lock();
      } else {
        lock.lockInterruptibly();
      }
      assertThat(stored()).isEqualTo(1);
      lock.unlock();
      assertThat(stored()).isZero();
    }
    assertThat(registry.size()).isZero();
  }

  @Test
  void reentrantLock_isHeldUntilItsLastUnlock() throws Exception {
    LockArbiterLockRegistry registry = registry();
    registry.obtain("foo").lock();
    registry.obtain("foo").lockInterruptibly();
    assertThat(registry.obtain("foo").tryLock()).isTrue();
    assertThat(registry.obtain("foo").tryLock(1, TimeUnit.SECONDS)).isTrue();
    assertThat(stored()).isEqualTo(1);

    for (int i = 0; i < 3; i++) {
      registry.obtain("foo").unlock();
      assertThat(elsewhere(() -> registry.obtain("foo").tryLock())).isFalse();
      assertThat(registry().obtain("foo").tryLock()).isFalse();
    }
    registry.obtain("foo").unlock();

    assertThat(registry().obtain("foo").tryLock()).isTrue();
  }

  @Test
  void oneUnlockMoreThanLocks_isRefused() {
    LockArbiterLockRegistry registry = registry();
    Lock lock = registry.obtain("foo");
    lock.lock();
    lock.lock();
    lock.unlock();
    lock.unlock();

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("lock=/locks/foo");
    assertThat(registry.size()).isZero();
  }

  @Test
  void locksOfTwoKeys_areHeldTogether() throws Exception {
    LockArbiterLockRegistry registry = registry();
    Lock foo = registry.obtain("foo");
    Lock bar = registry.obtain("bar");
    assertThat(foo).isNotEqualTo(bar);
    foo.lockInterruptibly();
    bar.lockInterruptibly();
    assertThat(stored()).isEqualTo(2);

    foo.unlock();
    bar.unlock();

    assertThat(stored()).isZero();
  }

  @Test
  void locksOfOneKey_areEqualWithinARegistryOnly() {
    LockArbiterLockRegistry registry = registry();
    Lock lock = registry.obtain("foo");
    assertThat(registry.obtain("foo")).isEqualTo(lock).hasSameHashCodeAs(lock);
    lock.lock();
    assertThat(registry.obtain("foo")).isEqualTo(lock);
    lock.unlock();
    assertThat(registry().obtain("foo")).isNotEqualTo(lock);
  }

  @Test
  void secondThread_failsToGetTheLockInTime() throws Exception {
    LockArbiterLockRegistry registry = registry();
    registry.obtain("foo").lockInterruptibly();

    assertThat(elsewhere(() -> registry.obtain("foo").tryLock(50, TimeUnit.MILLISECONDS)))
        .isFalse();
    assertThat(elsewhere(() -> registry.obtain("foo").tryLock())).isFalse();
    registry.obtain("foo").unlock();
    assertThat(registry.size()).isZero();
  }

  @Test
  void secondThread_getsTheLockOnceTheFirstUnlocks() throws Exception {
    LockArbiterLockRegistry registry = registry();
    secondGetsTheLock(registry, registry, () -> registry.size() == 1);
  }

  @Test
  void otherProcess_getsTheLockOnceTheFirstUnlocks() throws Exception {
    secondGetsTheLock(registry(), registry(), this::somebodyWaits);
  }

  private void secondGetsTheLock(
      LockArbiterLockRegistry one, LockArbiterLockRegistry two, Callable<Boolean> waits)
      throws Exception {
    List<String> order = new CopyOnWriteArrayList<>();
    one.obtain("foo").lockInterruptibly();
    Future<?> second =
        other.submit(
            () -> {
              two.obtain("foo").lockInterruptibly();
              order.add("second");
              two.obtain("foo").unlock();
              return null;
            });
    await().until(waits);
    order.add("first");
    one.obtain("foo").unlock();

    second.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(order).containsExactly("first", "second");
    assertThat(stored()).isZero();
  }

  @Test
  void wrongThread_cannotUnlock() throws Exception {
    Lock lock = registry().obtain("foo");
    lock.lockInterruptibly();

    assertThat(elsewhere(() -> catchThrowable(lock::unlock)))
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("lock=/locks/foo");
    lock.unlock();
    assertThat(stored()).isZero();
  }

  @Test
  void expiredLock_goesToAnotherProcessAndTheFirstIsTold() {
    Lock one = registry().obtain("foo");
    Lock two = registry().obtain("foo");
    assertThat(one.tryLock()).isTrue();
    assertThat(two.tryLock()).isFalse();
    expireAll();

    assertThat(two.tryLock()).isTrue();
    assertThat(one.tryLock()).isFalse();
    assertThatThrownBy(one::unlock).isInstanceOf(ConcurrentModificationException.class);
    assertThat(stored()).as("not the other's").isEqualTo(1);
    two.unlock();
    assertThat(stored()).isZero();
  }

  @Test
  void unlockOfAnExpiredLock_isTold() {
    LockArbiterLockRegistry registry = registry();
    Lock lock = registry.obtain("foo");
    lock.lock();
    expireAll();

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("lock=/locks/foo was lost before it was unlocked");
    assertThat(registry.size()).isZero();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
  }

  /**
   * The lock is held again. The unlock reports the time without it, where JDBC's registry does not.
   */
  @Test
  void reentrantLockAfterExpiry_isAcquiredAnewAndTold() {
    Lock lock = registry().obtain("foo");
    lock.lock();
    expireAll();
    lock.lock();
    assertThat(stored()).isEqualTo(1);
    lock.unlock();

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("acquired anew");
    assertThat(stored()).isZero();
  }

  @Test
  void renewal_needsTheLock() throws Exception {
    LockArbiterLockRegistry registry = registry();
    assertThatThrownBy(() -> registry.renewLock("foo"))
        .isInstanceOf(IllegalMonitorStateException.class);
    registry.obtain("foo").lock();
    registry.renewLock("foo");
    registry.renewLock("foo", Duration.ofSeconds(1));
    assertThat(elsewhere(() -> catchThrowable(() -> registry.renewLock("foo"))))
        .isInstanceOf(IllegalMonitorStateException.class);
    expireAll();

    assertThatThrownBy(() -> registry.renewLock("foo"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("lost");
  }

  @Test
  void unlockOfAnInterruptedThread_releasesAndLeavesItInterrupted() {
    Lock lock = registry().obtain("foo");
    lock.lock();
    Thread.currentThread().interrupt();
    lock.unlock();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(stored()).isZero();
  }

  @Test
  void interruptedThread_stopsWaitingIfItMay() throws Exception {
    Lock held = registry().obtain("foo");
    held.lock();
    LockArbiterLockRegistry registry = registry();
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    Future<?> waiter =
        other.submit(
            () -> {
              waiting.complete(Thread.currentThread());
              registry.obtain("foo").lockInterruptibly();
              return null;
            });
    await().until(this::somebodyWaits);
    waiting.get().interrupt();

    assertThatThrownBy(() -> waiter.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(InterruptedException.class);
    held.unlock();
    assertThat(registry.size()).isZero();
    assertThat(stored()).as("nothing waits on").isZero();
  }

  @Test
  void interruptedThread_goesOnWaitingWhereItMust() throws Exception {
    Lock held = registry().obtain("foo");
    held.lock();
    LockArbiterLockRegistry registry = registry();
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    Future<Boolean> waiter =
        other.submit(
            () -> {
              waiting.complete(Thread.currentThread());
              registry.obtain("foo").lock();
              boolean interrupted = Thread.interrupted();
              registry.obtain("foo").unlock();
              return interrupted;
            });
    await().until(this::somebodyWaits);
    waiting.get().interrupt();
    held.unlock();

    assertThat(waiter.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("stays interrupted").isTrue();
    assertThat(stored()).isZero();
  }

  @Test
  void conditions_areNotSupported() {
    assertThatThrownBy(() -> registry().obtain("foo").newCondition())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keysThatNobodyLocks_takeNoMemory() {
    LockArbiterLockRegistry registry = registry();
    for (int i = 0; i < 100_000; i++) {
      registry.obtain("foo" + i);
    }
    assertThat(registry.size()).isZero();
    for (int i = 0; i < 10; i++) {
      registry.obtain("foo" + i).lock();
    }
    registry.expireUnusedOlderThan(0);
    assertThat(registry.size()).isEqualTo(10);
    for (int i = 0; i < 10; i++) {
      registry.obtain("foo" + i).unlock();
    }
    assertThat(registry.size()).isZero();
  }

  @Test
  void manyThreadsAndRegistries_areOneAtATime() throws Exception {
    List<LockArbiterLockRegistry> registries = List.of(registry(), registry());
    int[] counter = new int[1];
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LockArbiterLockRegistry registry = registries.get(i % 2);
      workers.add(
          other.submit(
              () -> {
                for (int round = 0; round < 50; round++) {
                  Lock lock = registry.obtain("foo");
                  lock.lock();
                  count(counter);
                  lock.unlock();
                }
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      worker.get(60, TimeUnit.SECONDS);
    }
    assertThat(counter[0]).isEqualTo(400);
    assertThat(stored()).isZero();
  }

  private static void count(int[] counter) {
    int before = counter[0];
    Thread.yield();
    counter[0] = before + 1;
  }
}
