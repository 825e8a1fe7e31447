package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.testing.FakeArbiter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One lock that passes from worker to worker. */
class AdoptedRunsTest {
  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient first = client();
  private final LockClient second = client();

  private LockClient client() {
    return arbiter.client(
        FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run));
  }

  private Granted submitted() {
    first.submit("pool", LockRequest.upload("acme", "u1", "/a")).submitted().join();
    return arbiter.events().stream()
        .filter(Granted.class::isInstance)
        .map(Granted.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Lease adopted(LockClient by, Granted granted) {
    return by.adopt("acme", granted.subject().lockId(), granted.subject().owner()).join();
  }

  @Test
  void laterRun_hasTheHigherNumberUnderTheSameToken() {
    Granted granted = submitted();
    Lease earlier = adopted(first, granted);
    Lease later = adopted(second, granted);
    assertThat(earlier.token()).isEqualTo(later.token()).isEqualTo(granted.token());
    assertThat(later.run()).isGreaterThan(earlier.run());

    MemoryFencingGuard guard = new MemoryFencingGuard();
    guard.require(FencingAction.of(earlier));
    guard.require(FencingAction.of(later));
    assertThat(guard.admit(FencingAction.of(earlier)))
        .containsInstanceOf(FencingRefusal.TakenOver.class);
  }

  @Test
  void leaseOfALockAcquiredHere_isRunZero() {
    assertThat(first.acquireAsync(LockRequest.upload("acme", "u1", "/a")).join().run()).isZero();
  }

  @Test
  void abandonedLease_sendsNoReleaseAndTheNextRunKeepsTheLock() {
    Granted granted = submitted();
    Lease earlier = adopted(first, granted);
    List<LostReason> losses = new ArrayList<>();
    earlier.onLost(losses::add);
    earlier.abandon();
    assertThat(earlier.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.Abandoned());

    Lease later = adopted(second, granted);
    assertThat(earlier.release().join()).isEqualTo(new ReleaseResult.Abandoned());
    earlier.close();
    earlier.abandon();
    assertThat(losses).hasSize(1);
    assertThat(arbiter.commands()).noneMatch(Release.class::isInstance);
    assertThat(later.confirm().join()).isTrue();
  }

  @Test
  void sameClientAdoptsAgain_itsEarlierLeaseIsAbandoned() {
    Granted granted = submitted();
    Lease earlier = adopted(first, granted);
    Lease later = adopted(first, granted);
    assertThat(earlier.isValid()).isFalse();
    assertThat(later.isValid()).isTrue();
    assertThat(later.run()).isGreaterThan(earlier.run());
    assertThat(first.statistics().leases()).isEqualTo(1);
    assertThat(later.release().join()).isInstanceOf(ReleaseResult.Released.class);
    assertThat(first.statistics().leases()).isZero();
  }
}
