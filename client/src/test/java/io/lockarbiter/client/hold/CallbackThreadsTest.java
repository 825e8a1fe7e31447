package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
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
      Lease lease = client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a")).join();
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

  /** The callback is not called on a thread that renews leases either. */
  @Test
  void callbackThatAnExecutorRefuses_isCalledOnAThreadOfTheClient() throws Exception {
    Executor full =
        callback -> {
          throw new RejectedExecutionException("the queue is full");
        };
    try (LockClient client = arbiter.client(FakeArbiter.options().withCallbacks(full))) {
      arbiter.delayEvents(Duration.ofMillis(10));
      CompletableFuture<Thread> called =
          client
              .acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a"))
              .thenApply(lease -> Thread.currentThread());
      arbiter.pass(Duration.ofMillis(10));
      arbiter.delayEvents(Duration.ZERO);

      assertThat(called.get(LIMIT.toSeconds(), TimeUnit.SECONDS).getName())
          .startsWith("callbacks-");
    }
  }

  @Test
  void executorThatFails_doesNotEndRenewals() throws Exception {
    Executor broken =
        callback -> {
          throw new IllegalStateException("no more threads");
        };
    try (LockClient client = arbiter.client(FakeArbiter.options().withCallbacks(broken))) {
      Lease lease = client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a")).get();
      lease.onWarning(left -> {});
      arbiter.loseCommands(Renew.class::isInstance);
      arbiter.pass(Duration.ofSeconds(25));
      arbiter.loseCommands(command -> false);
      arbiter.pass(Duration.ofMinutes(1));

      assertThat(lease.isValid()).isTrue();
    }
  }

  /** The test simulates that all threads for callbacks are blocked. */
  @Test
  void loss_isToldThoughNoOtherCallbackGetsItsTurn() throws Exception {
    CompletableFuture<LostReason> told = new CompletableFuture<>();
    LockClient client = arbiter.client(FakeArbiter.options().withCallbacks(callback -> {}));
    Lease lease =
        client
            .tryAcquire(LockRequest.upload(ACCOUNT, "u1", "/a"), Duration.ofSeconds(1))
            .orElseThrow();
    lease.onLost(told::complete);
    arbiter.forceRelease(lease, "ops", "device lost");

    assertThat(told.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(new LostReason.Forced("ops", "device lost"));
  }

  @Test
  void callbacksThatBlock_holdUpNoOther() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (LockClient client = arbiter.client("gateway")) {
      arbiter.delayEvents(Duration.ofMillis(10));
      for (int n = 0; n < 20; n++) {
        var unused =
            client
                .acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/" + n))
                .thenAccept(lease -> awaitUninterruptibly(end));
      }
      arbiter.pass(Duration.ofMillis(10));
      arbiter.delayEvents(Duration.ZERO);

      assertThat(client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a")))
          .succeedsWithin(LIMIT);
      end.countDown();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
              () -> Thread.currentThread().getContextClassLoader(), callbacks.callbacks());
      assertThat(seen.join()).isSameAs(application);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
