package io.lockarbiter.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.testing.FakeArbiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** More threads wait than the arbiter lets one sub-account wait: {@code lock()} waits for ever. */
class ManyWaitersTest {
  private static final int KEYS = 105;

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
    TimeUnit.SECONDS.sleep(1);

    assertThat(waiting).noneMatch(CompletableFuture::isCompletedExceptionally);
    threads.shutdownNow();
  }
}
