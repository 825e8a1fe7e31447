package io.lockarbiter.testing;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** The example for Reactor in client/GUIDE.md. */
class ReactorExampleTest {
  private static final LockRequest UPLOAD =
      LockRequest.upload("acme", "ann", "/plan.pdf").waitingUpTo(Duration.ofMinutes(1));

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient locks = client("gateway");

  private LockClient client(String name) {
    LockClientOptions options = FakeArbiter.options().withName(name);
    return arbiter.client(options.withCallbacks(Runnable::run).withLossCallbacks(Runnable::run));
  }

  static <T> Mono<T> underLock(
      LockClient locks, LockRequest request, Function<Lease, Mono<T>> work) {
    return Mono.usingWhen(
            Mono.fromFuture(() -> locks.acquireAsync(request)),
            lease -> Mono.firstWithSignal(work.apply(lease), lost(lease)),
            lease -> Mono.fromFuture(lease::release))
        .doOnDiscard(Lease.class, Lease::close);
  }

  static <T> Mono<T> lost(Lease lease) {
    return Mono.create(
        sink -> lease.onLost(reason -> sink.error(new IllegalStateException(reason.message()))));
  }

  @Test
  void work_isDoneUnderTheLockWhichEndsWithIt() {
    Mono<Integer> work =
        underLock(locks, UPLOAD, lease -> Mono.fromSupplier(() -> arbiter.locks("acme").size()));
    assertThat(work.block(LIMIT)).isEqualTo(1);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void subscriberThatStopsWaiting_leavesNoLockBehind() {
    Lease before = client("other").acquireAsync(LockRequest.delete("acme", "bob", "/")).join();
    Disposable waiting = underLock(locks, UPLOAD, lease -> Mono.just("done")).subscribe();
    waiting.dispose();
    before.close();
    arbiter.pass(Duration.ofSeconds(1));
    await().until(() -> arbiter.locks("acme").isEmpty());
  }

  @Test
  void lostLock_endsTheWorkWithAnError() {
    CompletableFuture<String> held = new CompletableFuture<>();
    CompletableFuture<String> done =
        underLock(
                locks,
                UPLOAD,
                lease -> {
                  held.complete(lease.lockId());
                  return Mono.<String>never();
                })
            .toFuture();
    assertThat(held).isDone();
    arbiter.stop();
    arbiter.pass(Duration.ofMinutes(2));
    assertThatThrownBy(() -> done.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join())
        .hasRootCauseInstanceOf(IllegalStateException.class);
  }
}
