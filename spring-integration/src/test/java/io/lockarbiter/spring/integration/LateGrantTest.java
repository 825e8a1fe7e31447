package io.lockarbiter.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** {@code lock()} waits for ever, also where a grant at the end of a wait comes too late. */
class LateGrantTest {
  private final FakeArbiter arbiter = new FakeArbiter();

  @Test
  void grantThatIsMissedAtTheEndOfAWait_doesNotEndLock() throws Exception {
    LockClient other = arbiter.client("other");
    LockRequest request = LockRequest.upload("acme", "x", "/locks/foo");
    Lease first = other.acquire(request);
    LockClient mine = arbiter.client("mine");
    Lock lock =
        new LockArbiterLockRegistry(mine, "acme", "integration", "/locks", Duration.ofSeconds(5))
            .obtain("foo");
    CompletableFuture<Void> locked = CompletableFuture.runAsync(lock::lock, ThreadPerTask.EXECUTOR);
    Awaitility.await().until(() -> arbiter.events().stream().anyMatch(Queued.class::isInstance));
    arbiter.pass(Duration.ofSeconds(300));
    // Its lease is whole, because its attributes leave no room for a short one.
    CompletableFuture<Lease> second =
        other.acquireAsync(
            request.attribute("a", "x".repeat(4_094)).waitingUpTo(Duration.ofMinutes(10)));
    arbiter.pass(Duration.ofMillis(299_500));
    arbiter.delayEvents(Duration.ofSeconds(3));
    first.release();
    arbiter.pass(Duration.ofSeconds(4));
    arbiter.delayEvents(Duration.ZERO);
    arbiter.pass(Duration.ofSeconds(10));
    assertThat(locked).isNotDone();
    second.thenAccept(Lease::close);

    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              arbiter.pass(Duration.ofMillis(100));
              return locked.isDone();
            });
    assertThat(locked).isCompleted();
  }
}
