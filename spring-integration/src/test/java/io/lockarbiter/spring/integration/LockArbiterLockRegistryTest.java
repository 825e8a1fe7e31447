package io.lockarbiter.spring.integration;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

@SuppressWarnings("LockNotBeforeTry")
class LockArbiterLockRegistryTest extends LockRegistryKit {
  private static final Duration LEASE = Duration.ofSeconds(5);

  private final FakeArbiter arbiter = new FakeArbiter();

  @Override
  LockArbiterLockRegistry registry() {
    return registry(arbiter.client("process"));
  }

  private static LockArbiterLockRegistry registry(LockClient client) {
    return new LockArbiterLockRegistry(client, "acme", "integration", "/locks", LEASE);
  }

  @Override
  int stored() {
    return arbiter.locks("acme").size();
  }

  @Override
  boolean somebodyWaits() {
    return arbiter.events().stream().anyMatch(Queued.class::isInstance);
  }

  @Override
  void expireAll() {
    arbiter.loseCommands(Renew.class::isInstance);
    arbiter.pass(LEASE.multipliedBy(2));
    arbiter.loseCommands(command -> false);
  }

  /** The tests run twice, against the interfaces of both generations. */
  @Test
  void registry_isOneOfTheGenerationThatIsThere() {
    String jar = LockRegistry.class.getProtectionDomain().getCodeSource().getLocation().getPath();

    assertThat(jar).contains("spring-integration-core-" + System.getProperty("generation", "7"));
    assertThat(registry()).isInstanceOf(RenewableLockRegistry.class);
  }

  @Test
  void lock_isRenewedUntilItIsUnlocked() {
    Lock lock = registry().obtain("foo");
    lock.lock();
    arbiter.pass(LEASE.multipliedBy(20));

    assertThat(stored()).isEqualTo(1);
    lock.unlock();
  }

  @Test
  void forcedLock_isToldAtUnlock() {
    Lock lock = registry().obtain("foo");
    lock.lock();
    String lockId = arbiter.locks("acme").get(0).lock().lockId();
    arbiter.client("ops").forceRelease("acme", lockId, "ops", "stuck").join();

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("by force by ops: stuck");
  }

  @Test
  void lockOfAClosedClient_isToldAtUnlock() {
    for (Closing closing : Closing.values()) {
      LockClient client = arbiter.client(FakeArbiter.options().withClosing(closing));
      Lock lock = registry(client).obtain("foo-" + closing);
      lock.lock();
      client.close();

      assertThatThrownBy(lock::unlock)
          .isInstanceOf(ConcurrentModificationException.class)
          .hasMessageContaining(
              closing == Closing.RELEASE
                  ? "it was released before: its lock client was closed, or its owner released it"
                  : "the client is closed");
    }
  }

  /** Its renewals were late, but nobody else had it. */
  @Test
  void lockThatTheArbiterStillHeld_isUnlocked() {
    Lock lock = registry().obtain("foo");
    lock.lock();
    arbiter.loseCommands(Renew.class::isInstance);
    arbiter.pass(LEASE.minusMillis(1));
    arbiter.loseCommands(command -> false);

    lock.unlock();
    assertThat(stored()).isZero();
  }

  @Test
  void keyOfAnyText_isOneSegmentOfAPath() {
    LockArbiterLockRegistry registry = registry();
    String[] keys = {
      "",
      " ",
      "/",
      "a/b",
      "..",
      ".",
      "\u0000",
      "\ud800",
      "\udfff",
      "é",
      "e\u0301",
      "x".repeat(1_000_000),
      "sha256-" + "0".repeat(64),
      "plain",
      "PLAIN"
    };
    for (String key : keys) {
      registry.obtain(key).lock();
    }

    assertThat(stored()).as("each a lock of its own").isEqualTo(keys.length);
    assertThat(arbiter.locks("acme"))
        .allSatisfy(
            held ->
                assertThat(held.lock().targets().get(0).path().toString())
                    .matches("/locks/[^/]{1,128}"));
    assertThat(registry.obtain("plain")).hasToString("KeyLock[account=acme, path=/locks/plain]");
  }

  @Test
  void keyThatIsNoText_isRefused() {
    assertThatThrownBy(() -> registry().obtain(7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lockKey is a java.lang.Integer, expected a String");
  }

  @Test
  void badFolder_isRefusedAtOnce() {
    LockClient client = arbiter.client("process");

    assertThatThrownBy(() -> new LockArbiterLockRegistry(client, "acme", "integration", "locks"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not start with /");
    assertThatThrownBy(() -> new LockArbiterLockRegistry(client, "", "integration", "/locks"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new LockArbiterLockRegistry(client, "acme", "integration", "/").obtain("foo"))
        .hasToString("KeyLock[account=acme, path=/foo]");
  }

  @Test
  void refusalForAnotherReason_isThrownAndLeavesNothing() {
    arbiter.set(Setting.LOCKS_PER_ACCOUNT, 1);
    registry().obtain("bar").lock();
    LockArbiterLockRegistry registry = registry();
    Lock lock = registry.obtain("foo");

    assertThatThrownBy(lock::lock)
        .isInstanceOf(CannotAcquireLockException.class)
        .hasMessageContaining("lock=/locks/foo")
        .hasMessageContaining("LIMIT_EXCEEDED");
    assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class);
    assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(CannotAcquireLockException.class);
    assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS))
        .isInstanceOf(CannotAcquireLockException.class);
    assertThat(registry.size()).isZero();
  }

  @Test
  void frozenLock_isNotLockedUntilTheFreezeEnds() throws Exception {
    Lease freeze = freeze();
    Lock lock = registry().obtain("foo");

    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
    CompletableFuture<Void> locked = CompletableFuture.runAsync(lock::lock, ThreadPerTask.EXECUTOR);
    Awaitility.await().until(() -> arbiter.events().stream().filter(this::isFrozen).count() >= 4);
    freeze.release().join();

    locked.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** It is asked for again while there is time: nobody is told that the freeze has ended. */
  @Test
  void freezeThatEndsWithinTheTime_isWaitedFor() throws Exception {
    Lease freeze = freeze();
    Lock lock = registry().obtain("foo");
    CompletableFuture<Boolean> locked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return lock.tryLock(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            ThreadPerTask.EXECUTOR);
    Awaitility.await().until(() -> arbiter.events().stream().anyMatch(this::isFrozen));
    freeze.release().join();

    assertThat(locked.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  private Lease freeze() {
    LockRequest request = LockRequest.freeze("acme", "ops", "/").keptFor(Duration.ofHours(2));
    return arbiter.client("ops").acquireAsync(request).join();
  }

  private boolean isFrozen(Event event) {
    return event instanceof Rejected rejected && rejected.reason() == RejectReason.FROZEN;
  }

  /** The arbiter lets nobody wait for longer than ten minutes. */
  @Test
  void lock_waitsForLongerThanTheLongestWait() throws Exception {
    Lock held = registry().obtain("foo");
    held.lock();
    LockArbiterLockRegistry registry = registry();
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(() -> registry.obtain("foo").lock(), ThreadPerTask.EXECUTOR);
    Awaitility.await().until(this::somebodyWaits);

    arbiter.pass(Duration.ofMinutes(11));
    Awaitility.await().until(() -> requestsThatWaited() == 2);
    held.unlock();

    second.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(stored()).isEqualTo(1);
  }

  private long requestsThatWaited() {
    return arbiter.events().stream()
        .filter(Queued.class::isInstance)
        .map(event -> ((Queued) event).subject().lockId())
        .distinct()
        .count();
  }
}
