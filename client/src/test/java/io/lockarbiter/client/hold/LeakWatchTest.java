package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.testing.FakeArbiter;
import io.lockarbiter.testing.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LeakWatchTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/plan.pdf");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client = arbiter.client(options().withLeakWarning(LIMIT));

  private static LockClientOptions options() {
    return FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run);
  }

  private static Lease granted(FakeArbiter arbiter, CompletableFuture<Lease> lease) {
    arbiter.pass(Duration.ofMillis(100));
    return lease.join();
  }

  private long warnings() {
    return client.statistics().leakWarnings();
  }

  @Test
  void leaseHeldForTooLong_isToldOnce() {
    granted(arbiter, client.acquireAsync(UPLOAD));

    arbiter.pass(LIMIT.minusSeconds(1));
    assertThat(warnings()).isZero();
    arbiter.pass(Duration.ofSeconds(1));
    assertThat(warnings()).isEqualTo(1);
    arbiter.pass(LIMIT.multipliedBy(3));
    assertThat(warnings()).isEqualTo(1);
  }

  @Test
  void leaseClosedInTime_isNotTold() {
    Lease lease = granted(arbiter, client.acquireAsync(UPLOAD));
    Lease second = granted(arbiter, client.acquireAsync(LockRequest.upload("acme", "u1", "/b")));
    arbiter.pass(LIMIT.minusSeconds(1));
    lease.close();
    second.abandon();
    arbiter.pass(LIMIT);

    assertThat(warnings()).isZero();
  }

  @Test
  void adoptedLeaseAndOneOfALease_areToldToo() {
    LockClient other = arbiter.client(options());
    Lease lease = granted(arbiter, other.acquireAsync(UPLOAD));
    Lease adopted = granted(arbiter, client.adopt("acme", lease.lockId(), lease.lock().owner()));
    arbiter.pass(Duration.ofMinutes(1));
    granted(arbiter, adopted.acquireMore(LockRequest.upload("acme", "u1", "/b")));

    arbiter.pass(LIMIT.minusMinutes(1));
    assertThat(warnings()).isEqualTo(1);
    arbiter.pass(Duration.ofMinutes(1));
    assertThat(warnings()).isEqualTo(2);
    assertThat(other.statistics().leakWarnings()).isZero();
  }

  @Test
  void warning_saysWhichLockAndWhereItWasAskedFor() {
    HeldLease lease = (HeldLease) granted(arbiter, client.acquireAsync(UPLOAD));
    SimulatedTime time = new SimulatedTime();
    List<String> told = new ArrayList<>();
    LeakWatch watch =
        new LeakWatch(
            time,
            LIMIT,
            (what, asked) -> told.add(what + " " + asked.getStackTrace()[1].getMethodName()));

    watch.opened(lease, watch.here());
    time.pass(LIMIT);

    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("The lock with lockId=" + lease.lockId() + " of account=acme")
        .contains("600 s ago", "Fix: close the lease")
        .endsWith("warning_saysWhichLockAndWhereItWasAskedFor");
  }

  @Test
  void loggerThatThrows_doesNotEndTheWatch() {
    HeldLease first = (HeldLease) granted(arbiter, client.acquireAsync(UPLOAD));
    HeldLease second =
        (HeldLease) granted(arbiter, client.acquireAsync(LockRequest.upload("acme", "u1", "/b")));
    SimulatedTime time = new SimulatedTime();
    List<String> told = new ArrayList<>();
    LeakWatch watch =
        new LeakWatch(
            time,
            LIMIT,
            (what, asked) -> {
              told.add(what);
              throw new IllegalStateException("no disk");
            });

    watch.opened(first, watch.here());
    time.pass(Duration.ofSeconds(1));
    watch.opened(second, watch.here());
    assertThatThrownBy(() -> time.pass(LIMIT)).hasMessage("no disk");
    assertThatThrownBy(() -> time.pass(LIMIT)).hasMessage("no disk");

    assertThat(told).hasSize(2);
  }

  @Test
  void unusableLimit_isRefused() {
    assertThatThrownBy(() -> options().withLeakWarning(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("leakWarning=PT-1S, expected 0 to PT8760H");
  }
}
