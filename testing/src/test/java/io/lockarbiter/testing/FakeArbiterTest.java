package io.lockarbiter.testing;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The fake arbiter as a user's unit test sees it: default options, callbacks on other threads. */
class FakeArbiterTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/plan.pdf");

  private final FakeArbiter arbiter = new FakeArbiter();

  @Test
  void lease_livesWhileTimePassesUntilItIsForced() {
    try (LockClient client = arbiter.client("gateway")) {
      Lease lease = client.acquireAsync(UPLOAD).join();
      List<LostReason> losses = new CopyOnWriteArrayList<>();
      lease.onLost(losses::add);

      arbiter.pass(Duration.ofMinutes(5));
      assertThat(lease.isValid()).isTrue();
      arbiter.forceRelease(lease, "ops", "device lost");

      await().until(() -> !losses.isEmpty());
      assertThat(losses).containsExactly(new LostReason.Forced("ops", "device lost"));
    }
  }

  @Test
  void callback_mayBlockOnTheClient() {
    try (LockClient client = arbiter.client("gateway")) {
      CompletableFuture<ReleaseResult> work =
          client
              .acquireAsync(UPLOAD)
              .thenApplyAsync(lease -> lease.release().join(), ThreadPerTask.EXECUTOR);
      CompletableFuture<ReleaseResult> inTheCallback =
          client
              .acquireAsync(LockRequest.upload("acme", "u1", "/other.pdf"))
              .thenApply(lease -> lease.release().join());

      assertThat(work).succeedsWithin(LIMIT);
      assertThat(inTheCallback).succeedsWithin(LIMIT);
    }
  }

  @Test
  void release_tellsHowTheWorkEndedInTheEvent() {
    try (LockClient client = arbiter.client("gateway")) {
      Lease lease = client.acquireAsync(UPLOAD).join();
      WorkOutcome outcome = WorkOutcome.FAILED.withResult("disk full");
      WorkOutcome tooLong = WorkOutcome.DONE.withResult("é".repeat(513));

      assertThatThrownBy(() -> lease.release(tooLong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("result has 1026 UTF-8 bytes, at most 1024 are allowed");
      assertThat(lease.isValid()).as("after the refusal").isTrue();
      assertThat(lease.release(outcome)).succeedsWithin(LIMIT);

      assertThat(arbiter.events())
          .filteredOn(event -> event instanceof Released)
          .extracting(event -> ((Released) event).outcome())
          .containsExactly(outcome);
    }
  }

  @Test
  void pausedProcess_findsItsLeaseLostAndTheLockWithAnother() {
    try (LockClient sleeper = arbiter.client("sleeper");
        LockClient other = arbiter.client("other")) {
      Lease lease = sleeper.acquireAsync(UPLOAD).join();
      CompletableFuture<Lease> next =
          other.acquireAsync(
              LockRequest.delete("acme", "u2", "/").waitingUpTo(Duration.ofMinutes(1)));

      arbiter.loseCommands(command -> command.owner().subAccount().equals("u1"));
      arbiter.pause(Duration.ofSeconds(40));

      assertThat(lease.isValid()).isFalse();
      assertThat(next).succeedsWithin(LIMIT);
      assertThat(next.join().token()).isGreaterThan(lease.token());
      assertThat(arbiter.locks("acme")).hasSize(1);
    }
  }

  /** A gateway submits again while the worker ends its work; the gateway sees the end first. */
  @Test
  void submissionAgainAtTheLocksRelease_succeeds() {
    try (LockClient client = arbiter.client("gateway")) {
      client.submit("pool", UPLOAD, "upload-77").submitted().join();
      Lease lease = client.adopt("acme", "upload-77", new Owner("u1", "upload-77")).join();
      arbiter.delayEvents(Duration.ofMillis(200));
      CompletableFuture<ReleaseResult> released = lease.release();
      CompletableFuture<String> again = client.submit("pool", UPLOAD, "upload-77").submitted();
      arbiter.pass(Duration.ofSeconds(1));

      assertThat(again).succeedsWithin(LIMIT).isEqualTo("upload-77");
      assertThat(released).succeedsWithin(LIMIT);
    }
  }

  @Test
  void threads_areDaemons() throws Exception {
    CompletableFuture<Boolean> handler = new CompletableFuture<>();
    CompletableFuture<Boolean> callback = new CompletableFuture<>();
    try (LockClient client = arbiter.client("gateway");
        AutoCloseable unused =
            arbiter.worker(
                client,
                FakeArbiter.workerOptions("thumbnails"),
                job -> {
                  handler.complete(Thread.currentThread().isDaemon());
                  return JobOutcome.DONE;
                })) {
      Lease lease = client.acquire(UPLOAD);
      lease.onLost(reason -> callback.complete(Thread.currentThread().isDaemon()));
      client.submit("thumbnails", LockRequest.upload("acme", "u1", "/b"));
      arbiter.forceRelease(lease, "ops", "over");

      assertThat(callback).succeedsWithin(LIMIT).isEqualTo(true);
      assertThat(handler).succeedsWithin(LIMIT).isEqualTo(true);
    }
  }

  /** The tokens of a deployment to which accounts move. */
  @Test
  void laterEpoch_hasHigherTokens() throws Exception {
    FakeArbiter first = new FakeArbiter();
    FakeArbiter second = FakeArbiter.ofEpoch(1);
    try (LockClient before = first.client("before");
        LockClient after = second.client("after")) {
      LockRequest request = LockRequest.upload("acme", "ann", "/a");
      assertThat(before.acquire(request).token()).isLessThan(Epoch.begin(1));
      assertThat(after.acquire(request).token()).isEqualTo(Epoch.begin(1) + 1);
    }
    assertThatThrownBy(() -> first.set(Setting.EPOCH, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ofEpoch()");
  }
}
