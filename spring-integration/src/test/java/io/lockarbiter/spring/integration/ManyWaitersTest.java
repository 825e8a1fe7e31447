package io.lockarbiter.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.testing.FakeArbiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** More threads wait than the arbiter lets one sub-account wait: {@code lock()} waits for ever. */
class ManyWaitersTest {
  private static final int PLACES = 100;
  private static final int KEYS = PLACES + 5;

  @Test
  void lock_waitsAlsoBehindAFullQueue() throws Exception {
    FakeArbiter arbiter = new FakeArbiter();
    var one = new LockArbiterLockRegistry(arbiter.client("one"), "acme", "app", "/locks");
    var other = new LockArbiterLockRegistry(arbiter.client("other"), "acme", "app", "/locks");
    for (int i = 0; i < KEYS; i++) {
      one.obtain("k" + i).lock();
    }
    ExecutorService threads = Executors.newCachedThreadPool();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      String key = "k" + i;
      waiting.add(CompletableFuture.runAsync(() -> other.obtain(key).lock(), threads));
    }
    // More refusals than keys without a place: who was refused asks again.
    await().until(() -> refused(arbiter) > KEYS - PLACES);

    assertThat(waiting).noneMatch(CompletableFuture::isCompletedExceptionally);
    threads.shutdownNow();
  }

  private static long refused(FakeArbiter arbiter) {
    return arbiter.events().stream()
        .filter(
            event ->
                event instanceof Rejected rejected && rejected.reason() == RejectReason.QUEUE_FULL)
        .count();
  }
}
