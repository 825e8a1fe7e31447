package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.SessionStage.LAPTOP;
import static io.lockarbiter.client.hold.SessionStage.UPLOAD;
import static io.lockarbiter.client.hold.SessionStage.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Bound locks of which a client has let go while the arbiter keeps their session alive. */
class LostSessionTest {
  private static final LockRequest WAITING =
      LockRequest.delete(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofMinutes(5));

  private final SessionStage stage = new SessionStage();
  private final FakeClients fake = stage.fake;

  @Test
  void sameNameAgain_releasesWhatTheLostSessionHeld() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    stage.bound(session, "/a");
    stage.bound(session, "/b");
    fake.arbiter.loseEvents(KeptAlive.class::isInstance);
    fake.passMs(29_500);
    fake.arbiter.loseEvents(event -> false);
    assertThat(lost).containsExactly(new LostReason.Unreachable());
    assertThat(fake.arbiter.locks(ACCOUNT)).as("kept alive by what was sent").hasSize(2);

    LockSession again = stage.kept(30_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(again.isResumed()).isTrue();
    Lease lease = stage.bound(again, "/a");
    fake.passMs(60_000);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Release.class)).hasSize(2);
  }

  @Test
  void releasesThatAreLostToo_areSentAgainOnceTheSessionIsKept() {
    LockSession session = stage.kept(30_000);
    stage.bound(session, "/a");
    fake.arbiter.loseEvents(KeptAlive.class::isInstance);
    fake.passMs(29_500);
    fake.arbiter.loseEvents(event -> false);
    fake.arbiter.loseCommands(Release.class::isInstance);

    stage.kept(30_000);
    fake.passMs(30_000);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(20_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void sessionThatWasAliveBefore_saysSo() {
    LockSession first = stage.kept(fake.open(options -> options), 30_000);
    fake.passMs(10_000);

    assertThat(first.isResumed()).isFalse();
    assertThat(stage.kept(30_000).isResumed()).isTrue();
  }

  /** The answer to a copy tells of the session that the first command began. */
  @Test
  void sessionWhoseFirstAnswerWasLost_isNotResumed() {
    fake.arbiter.loseEvents(KeptAlive.class::isInstance);
    CompletableFuture<LockSession> asked =
        fake.client.keepAliveAsync(ACCOUNT, LAPTOP, Duration.ofSeconds(30));
    fake.passMs(500);
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(20_000);

    assertThat(fake.sent(KeepAlive.class)).hasSizeGreaterThan(1);
    assertThat(granted(asked).isResumed()).isFalse();
  }

  @Test
  void releaseThatStaysUnanswered_isSentAgainWithItsSession() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    fake.arbiter.loseCommands(Release.class::isInstance);
    CompletableFuture<ReleaseResult> released = lease.release();
    fake.passMs(60_000);
    assertThat(released.join()).isInstanceOf(ReleaseResult.Unanswered.class);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);

    fake.arbiter.loseCommands(command -> false);
    fake.passMs(20_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(session.isValid()).isTrue();
    int before = fake.sent(Release.class).size();
    fake.passMs(60_000);
    assertThat(fake.sent(Release.class)).hasSize(before);
  }

  @Test
  void withdrawalThatStaysUnanswered_isSentAgainWithItsSession() {
    LockSession session = stage.kept(30_000);
    Lease before = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")));
    CompletableFuture<Lease> waits = fake.client.acquireAsync(session.bound(WAITING));
    fake.arbiter.loseCommands(
        command -> command instanceof Release && command.owner().equals(LAPTOP));
    waits.cancel(true);
    fake.passMs(60_000);
    before.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).as("granted to nobody").hasSize(1);

    fake.arbiter.loseCommands(command -> false);
    fake.passMs(20_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(session.isValid()).isTrue();
  }

  @Test
  void boundLockThatIsLostAlone_isReleased() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    fake.arbiter.loseCommands(Renew.class::isInstance);
    fake.arbiter.reportGap();
    fake.passMs(29_600);
    assertThat(lease.isValid()).isFalse();

    fake.passMs(20_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(session.isValid()).isTrue();
  }

  @Test
  void adoptedLock_endsAtTheEndThatWasAttachedBefore() {
    Lease lease;
    LockClient other = fake.open(options -> options);
    stage.kept(30_000);
    lease = granted(other.acquireAsync(UPLOAD.owner(LAPTOP).bound()));
    fake.arbiter.askToYield(lease, "bob", Duration.ofSeconds(20), "the folder goes");

    Lease adopted = granted(fake.client.adopt(ACCOUNT, lease.lockId(), LAPTOP));

    assertThat(adopted.remaining()).isEqualTo(Duration.ofMillis(19_500));
    fake.passMs(19_500);
    assertThat(adopted.isValid()).isFalse();
  }

  @Test
  void longestLeaseThatIsCutWhileItIsKept_losesNothing() {
    LockSession session = stage.kept(600_000);
    Lease lease = stage.bound(session, "/a");
    fake.passMs(10_000);
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 30_000);

    fake.passMs(3_600_000);

    assertThat(session.isValid()).isTrue();
    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void sessionThatIsOver_bindsNothing() {
    LockSession closed = stage.kept(30_000);
    closed.close();

    assertThatThrownBy(() -> closed.bound(UPLOAD))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "account=acme subAccount=ann session=laptop is closed or lost here, so nothing is bound to it any more. Begin another session, and ask anew");
  }

  @Test
  void requestThatWaits_failsWhenItsSessionIsLost() {
    LockSession session = stage.kept(30_000);
    Lease before = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")));
    CompletableFuture<Lease> waits = fake.client.acquireAsync(session.bound(WAITING));
    fake.arbiter.loseEvents(KeptAlive.class::isInstance);

    fake.passMs(29_500);

    assertThatThrownBy(waits::join)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("session=laptop is closed or lost here");
    before.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).as("it waits no more").isEmpty();
  }

  @Test
  void grantThatIsTakenUpAfterTheSessionWasClosed_isGivenBack() {
    LockSession session = stage.kept(30_000);
    fake.arbiter.loseEvents(event -> event instanceof Granted grant && !grant.repeated());
    fake.arbiter.delayEvents(Duration.ofSeconds(1));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(session.bound(UPLOAD));
    while (fake.sent(Renew.class).isEmpty()) {
      fake.passMs(100);
    }
    var unused = session.release();
    fake.passMs(5_000);

    assertThatThrownBy(asked::join).cause().hasMessageContaining("is closed or lost here");
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void clientThatCloses_waitsUntilItsSessionsAreReleased() {
    LockSession session = stage.kept(30_000);
    List<Lease> leases = new ArrayList<>();
    for (int n = 0; n < 1_001; n++) {
      leases.add(stage.bound(session, "/many/" + n));
    }
    fake.arbiter.delayEvents(Duration.ofMillis(500));
    CompletableFuture<ReleaseAllResult> released = session.release();

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(fake.client::close, ThreadPerTask.EXECUTOR);
    await().until(() -> fake.sent(ReleaseAll.class).size() == 1 && !session.isValid());
    await()
        .until(
            () -> {
              fake.passMs(100);
              return closed.isDone();
            });

    assertThat(released).isCompletedWithValue(new ReleaseAllResult(1_001, 0));
    assertThat(leases).noneMatch(Lease::isValid);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void boundLockNearItsOwnEnd_warnsAThirdOfALeaseBefore() {
    LockSession session = stage.kept(30_000);
    Lease lease =
        granted(fake.client.acquireAsync(session.bound(UPLOAD.maxHold(Duration.ofSeconds(50)))));
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);

    fake.passMs(39_000);
    assertThat(warnings).isEmpty();
    fake.passMs(1_000);

    assertThat(warnings)
        .singleElement()
        .satisfies(left -> assertThat(left.toMillis()).isBetween(9_500L, 9_900L));
  }
}
