package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.testing.FakeArbiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Callbacks on the client's own threads. */
class CallbackThreadsTest {
  private final FakeArbiter arbiter = new FakeArbiter();

  @Test
  void listener_mayWaitForAnswersAboutItsOwnLease() throws Exception {
    CompletableFuture<ReleaseResult> released = new CompletableFuture<>();
    CompletableFuture<Boolean> confirmed = new CompletableFuture<>();
    try (LockClient client = arbiter.client("gateway")) {
      Lease lease = client.acquire(LockRequest.upload(ACCOUNT, "u1", "/a")).join();
      lease.onLost(
          reason -> {
            confirmed.complete(lease.confirm().join());
            released.complete(lease.release().join());
          });
      arbiter.forceRelease(lease, "ops", "device lost");

      assertThat(confirmed.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isFalse();
      assertThat(released.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(new ReleaseResult.Forced("ops", "device lost"));
    }
  }

  @Test
  void listenerThatFailsWithAnError_holdsUpNoOther() {
    SerialExecutor callbacks = new SerialExecutor(Runnable::run);
    List<String> called = new ArrayList<>();
    callbacks.execute(
        () -> {
          throw new AssertionError("a listener's own");
        });
    callbacks.execute(() -> called.add("next"));

    assertThat(called).containsExactly("next");
  }

  @Test
  void callbacks_seeTheClassesOfWhoOpenedTheClient() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader application = new ClassLoader(before) {};
    thread.setContextClassLoader(application);
    try (CallbackThreads callbacks = CallbackThreads.of(FakeArbiter.options(), "callbacks")) {
      CompletableFuture<ClassLoader> seen =
          CompletableFuture.supplyAsync(
              () -> Thread.currentThread().getContextClassLoader(), callbacks.executor());
      assertThat(seen.join()).isSameAs(application);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
