package io.lockarbiter.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests the calls that block their thread, for any lock client. */
public abstract class BlockingLockClientKit extends LockClientScene {
  @Test
  void acquire_blocksUntilItIsGranted() throws Exception {
    Lease deletion = blocking(() -> client.acquire(LockRequest.delete(account, "u1", "/a")));
    Waiter waiter = waiter(LockRequest.upload(account, "u2", "/a/b"));
    deletion.close();

    assertThat(awaited(waiter.lease()).isValid()).isTrue();
    assertThat(waiter.position().blockers()).isNotEmpty();
  }

  @Test
  void acquire_throwsTheReasonAndWhoStandsInTheWay() throws Exception {
    Lease deletion = blocking(() -> client.acquire(LockRequest.delete(account, "u1", "/a")));

    assertThatThrownBy(
            () -> blocking(() -> client.acquire(LockRequest.upload(account, "u2", "/a/b"))))
        .cause()
        .isInstanceOfSatisfying(
            LockRefusedException.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(RejectReason.CONFLICT);
              assertThat(refused.blockers())
                  .extracting(Blocker::lockId)
                  .containsExactly(deletion.lockId());
            });
  }

  /** A thread that stops waiting gets no lock that nobody would release. */
  @Test
  void threadInterruptedWhileItWaits_leavesTheLine() throws Exception {
    Lease deletion = blocking(() -> client.acquire(LockRequest.delete(account, "u1", "/a")));
    Waiter waiter = waiter(LockRequest.upload(account, "u2", "/a/b"));
    waiter.thread().interrupt();

    await("the interrupt", waiter.lease()::isDone);
    assertThatThrownBy(waiter.lease()::join).cause().isInstanceOf(InterruptedException.class);
    deletion.close();
    awaited(client.acquireAsync(LockRequest.delete(account, "u3", "/a").waitingUpTo(LONG)));
  }

  @Test
  void tryAcquire_isEmptyOnlyIfSomebodyStandsInTheWay() throws Exception {
    LockRequest request = LockRequest.upload(account, "u1", "/a");

    Optional<Lease> lease = blocking(() -> client.tryAcquire(request, Duration.ZERO));
    Optional<Lease> other = blocking(() -> client.tryAcquire(request.session("s2"), Duration.ZERO));
    Optional<Lease> afterAWait =
        blocking(() -> client.tryAcquire(request.session("s2"), Duration.ofMillis(300)));

    assertThat(lease).isPresent();
    assertThat(other).isEmpty();
    assertThat(afterAWait).isEmpty();
    assertThatThrownBy(
            () ->
                blocking(
                    () -> client.tryAcquire(request.holding("not-mine"), Duration.ofSeconds(1))))
        .cause()
        .isInstanceOf(LockRefusedException.class)
        .hasMessageStartingWith("NOT_HELD");
  }

  private <T> T blocking(Callable<T> call) throws Exception {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread caller = caller(call, answer);
    await("the call to return", answer::isDone);
    caller.join();
    return Objects.requireNonNull(answer.get());
  }

  private static <T> Thread caller(Callable<T> call, CompletableFuture<T> answer) {
    Thread caller =
        new Thread(
            () -> {
              try {
                answer.complete(call.call());
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            });
    caller.start();
    return caller;
  }

  /** A thread that waits for its lease. */
  private record Waiter(Thread thread, CompletableFuture<Lease> lease, QueuePosition position) {}

  private Waiter waiter(LockRequest request) {
    List<QueuePosition> told = new CopyOnWriteArrayList<>();
    CompletableFuture<Lease> lease = new CompletableFuture<>();
    Thread thread = caller(() -> client.acquire(request.waitingUpTo(LONG), told::add), lease);
    await("its position", () -> !told.isEmpty());
    return new Waiter(thread, lease, told.get(0));
  }
}
