package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The traps of {@code sdk/traps/holding.json} for this client, by the names that they have there.
 */
class HoldingTrapsTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", "/docs/a");

  private final FakeClients fake = new FakeClients();

  private Lease held(int leaseMs) {
    return granted(fake.client.acquireAsync(UPLOAD.leaseOf(Duration.ofMillis(leaseMs))));
  }

  @Test
  void lockThatIsHeld_isRenewedEveryThirdOfItsLease() {
    Lease lease = held(6_000);
    fake.passMs(60_000);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).hasSizeBetween(25, 40);

    lease.close();

    int before = fake.arbiter.commands().size();
    fake.passMs(10_000);
    assertThat(fake.arbiter.commands()).hasSize(before);
  }

  /** Its end is told by an event; if that is lost, by the answer to the next renewal. */
  @Test
  void lockThatIsForced_isLostAtTheNextRenewal() {
    Lease lease = held(3_000);
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseEvents(event -> true);
    fake.arbiter.forceRelease(lease, "ops", "device lost");
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(1_100);

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.Forced(null, null));
    int before = fake.arbiter.commands().size();
    fake.passMs(10_000);
    assertThat(fake.arbiter.commands()).hasSize(before);
  }

  @Test
  void lockThatIsOver_isNotValidWhileTheReasonIsAskedFor() {
    Lease lease = held(3_000);
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseEvents(event -> event instanceof Released);
    fake.arbiter.forceRelease(lease, "ops", "device lost");
    fake.passMs(1_100);

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).isEmpty();
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(60_000);
    assertThat(losses).hasSize(1);
  }

  @Test
  void renewalsWithoutAnAnswer_endAtTheSafeEnd() {
    Lease lease = held(3_000);
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseCommands(Renew.class::isInstance);

    fake.passMs(2_499);
    assertThat(lease.isValid()).isTrue();
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    assertThat(fake.arbiter.locks(ACCOUNT)).as("it stops before the lock expires").hasSize(1);
    fake.passMs(100);
    assertThat(losses).containsExactly(new LostReason.Unreachable());
  }

  @Test
  void processThatPausesOverTheEnd_hasLostItsLock() {
    Lease lease = held(30_000);
    List<LostReason> losses = losses(lease);

    fake.arbiter.pause(Duration.ofMillis(29_600));

    assertThat(lease.isValid()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(losses).containsExactly(new LostReason.Unreachable());
    fake.passMs(10_000);
    assertThat(fake.sent(Renew.class)).isEmpty();
  }

  @Test
  void processThatPausesDuringARenewal_hasLostItsLock() {
    Lease lease = held(3_000);
    List<LostReason> losses = losses(lease);
    fake.arbiter.delayEvents(Duration.ofMillis(300));
    fake.passMs(1_000);
    assertThat(fake.sent(Renew.class)).hasSize(1);

    fake.arbiter.pause(Duration.ofMillis(3_200));

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).hasSize(1);
  }

  @Test
  void safeEndOfARenewal_countsFromBeforeItsRequest() {
    Lease lease = held(30_000);
    fake.passMs(5_000);
    fake.arbiter.delayEvents(Duration.ofMillis(2_000));
    CompletableFuture<Boolean> renewed = lease.confirm();
    fake.passMs(2_000);

    assertThat(granted(renewed)).isTrue();
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(29_500 - 2_000));
  }

  @Test
  void lockThatIsReleasedTwice_isReleasedOnce() {
    Lease lease = held(30_000);

    assertThat(granted(lease.release())).isInstanceOf(ReleaseResult.Released.class);
    assertThat(granted(lease.release())).isInstanceOf(ReleaseResult.AlreadyReleased.class);

    assertThat(fake.sent(Release.class)).hasSize(1);
  }

  @Test
  void holderWhoIsAskedToLetGo_isToldOnce_andMayDecline() {
    Lease lease = held(3_000);
    List<YieldRequest> asked = new ArrayList<>();
    lease.onYieldRequested(asked::add);
    fake.arbiter.askToYield(lease, "olga", null, "please");
    fake.passMs(10_000);
    assertThat(asked).extracting(YieldRequest::by).containsExactly("olga");

    assertThat(granted(lease.decline("five minutes more"))).isTrue();

    List<Renew> renewals = fake.sent(Renew.class);
    assertThat(renewals.get(renewals.size() - 1).declined()).isEqualTo("five minutes more");
  }

  @Test
  void releaseWithoutAnAnswer_isRepeated() {
    Lease lease = held(30_000);
    fake.arbiter.loseCommands(Release.class::isInstance);
    WorkOutcome outcome = WorkOutcome.FAILED.withResult("disk full");
    CompletableFuture<ReleaseResult> released = lease.release(outcome);
    fake.passMs(1_500);
    assertThat(released).isNotDone();
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(5_000);

    assertThat(granted(released)).isInstanceOf(ReleaseResult.Released.class);
    assertThat(fake.sent(Release.class)).extracting(Release::outcome).containsOnly(outcome);
  }

  @Test
  void releaseOfALockThatIsOver_isNoFailure() {
    Lease lease = held(3_000);

    fake.arbiter.expire(lease);

    assertThat(granted(lease.release())).isInstanceOf(ReleaseResult.Expired.class);
  }
}
