package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.SessionStage.LAPTOP;
import static io.lockarbiter.client.hold.SessionStage.UPLOAD;
import static io.lockarbiter.client.hold.SessionStage.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.testing.FakeLock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sessions that a client keeps alive, and the locks that are bound to them. */
class LockSessionTest {
  private final SessionStage stage = new SessionStage();
  private final FakeClients fake = stage.fake;

  @Test
  void session_tellsUntilWhenItIsAlive() throws Exception {
    LockSession session = fake.client.keepAlive(ACCOUNT, "ann", Duration.ofSeconds(30));

    assertThat(session.isValid()).isTrue();
    assertThat(session.remaining()).isEqualTo(Duration.ofMillis(29_500));
    assertThat(Duration.between(session.beganAt(), session.expiresAt())).hasSeconds(30);
    assertThat(session.owner()).isEqualTo(new Owner("ann", session.session()));
    LockSession other = fake.client.keepAlive(ACCOUNT, "ann", Duration.ofSeconds(30));
    assertThat(other.session()).isNotEqualTo(session.session());
    fake.passMs(120_000);
    assertThat(session.remaining()).isGreaterThan(Duration.ofSeconds(15));
    assertThat(session.beganAt()).isBefore(session.expiresAt().minusSeconds(100));
  }

  /** The answer may have waited; its time counts from before the command. */
  @Test
  void safeEnd_countsFromBeforeTheSend() {
    fake.arbiter.delayEvents(Duration.ofSeconds(4));
    CompletableFuture<LockSession> asked =
        fake.client.keepAliveAsync(ACCOUNT, LAPTOP, Duration.ofSeconds(30));
    fake.passMs(4_000);

    assertThat(granted(asked).remaining()).isEqualTo(Duration.ofMillis(25_500));
  }

  @Test
  void withoutAnswers_allIsLostBeforeTheArbiterEndsIt() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    Lease lease = stage.bound(session, "/a");
    List<LostReason> losses = FakeClients.losses(lease);
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);
    fake.arbiter.loseCommands(KeepAlive.class::isInstance);

    fake.passMs(29_499);
    assertThat(session.isValid()).isTrue();
    assertThat(lease.isValid()).isTrue();
    assertThat(warnings).hasSize(1);
    fake.passMs(1);

    assertThat(session.isValid()).isFalse();
    assertThat(lease.isValid()).isFalse();
    assertThat(lost).containsExactly(new LostReason.Unreachable());
    assertThat(losses).containsExactly(new LostReason.Unreachable());
    assertThat(fake.arbiter.locks(ACCOUNT)).as("it stops before the session ends").hasSize(1);
    fake.passMs(500);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(session.release()).isCompletedWithValue(new ReleaseAllResult(0, 0));
  }

  @Test
  void answersThatAreLostForAWhile_loseNothing() {
    LockSession session = stage.kept(30_000);
    fake.arbiter.loseEvents(KeptAlive.class::isInstance);
    fake.passMs(25_000);
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(60_000);

    assertThat(session.isValid()).isTrue();
  }

  @Test
  void whatIsNotBound_staysWhenTheSessionEnds() {
    LockSession session = stage.kept(30_000);
    Lease bound = stage.bound(session, "/a");
    Lease other =
        granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/b").owner(LAPTOP)));

    fake.arbiter.expire(session);

    assertThat(bound.isValid()).isFalse();
    assertThat(other.isValid()).isTrue();
    assertThat(fake.arbiter.locks(ACCOUNT))
        .extracting(FakeLock::token)
        .containsExactly(other.token());
  }

  @Test
  void release_endsAllAndTellsTheNumbers() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    List<LostReason> losses = FakeClients.losses(stage.bound(session, "/a"));
    granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")));
    CompletableFuture<Lease> waits =
        fake.client.acquireAsync(
            session.bound(
                LockRequest.delete(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofMinutes(5))));

    assertThat(session.release()).isCompletedWithValue(new ReleaseAllResult(1, 1));

    assertThat(lost).isEmpty();
    assertThat(losses).containsExactly(new LostReason.SessionEnded());
    assertThatThrownBy(waits::join).cause().isInstanceOf(LockWithdrawnException.class);
    assertThat(session.release()).isCompletedWithValue(new ReleaseAllResult(1, 1));
    session.close();
    assertThat(stage.kept(30_000).isValid()).as("another one").isTrue();
  }

  @Test
  void requestThatWaits_isRefusedWhenTheSessionOfAnotherClientEnds() {
    LockSession session = stage.kept(fake.open(options -> options), 30_000);
    granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")));
    CompletableFuture<Lease> waits =
        fake.client.acquireAsync(
            session.bound(
                LockRequest.delete(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofMinutes(5))));

    fake.arbiter.expire(session);

    assertThatThrownBy(waits::join)
        .cause()
        .isInstanceOfSatisfying(
            LockRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(RejectReason.NO_SESSION));
  }

  @Test
  void requestThatWaited_isBoundAsAny() {
    LockSession session = stage.kept(30_000);
    Lease before = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")));
    CompletableFuture<Lease> waits =
        fake.client.acquireAsync(
            session.bound(
                LockRequest.delete(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofMinutes(5))));
    fake.passMs(45_000);
    before.close();

    Lease lease = granted(waits);
    fake.passMs(120_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(lease.lock().lease()).isZero();
    assertThat(fake.sent(Renew.class)).extracting(Renew::lockId).doesNotContain(lease.lockId());
    assertThat(lease.confirm()).isCompletedWithValue(true);
    lease.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void longestHold_endsABoundLockBeforeItsSession() {
    LockSession session = stage.kept(30_000);
    Lease lease =
        granted(fake.client.acquireAsync(session.bound(UPLOAD.maxHold(Duration.ofSeconds(50)))));
    List<LostReason> losses = FakeClients.losses(lease);
    Instant end = fake.arbiter.locks(ACCOUNT).get(0).expiresAt();

    fake.passMs(49_499);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    fake.passMs(600);

    assertThat(losses).containsExactly(new LostReason.Expired(end.plusSeconds(20)));
    assertThat(fake.sent(Renew.class)).isEmpty();
    assertThat(session.isValid()).isTrue();
  }

  @Test
  void endThatAnAskerAttaches_isKept() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    List<LostReason> losses = FakeClients.losses(lease);

    fake.arbiter.askToYield(lease, "bob", Duration.ofSeconds(20), "the folder goes");

    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(19_500));
    fake.passMs(20_100);
    assertThat(losses).containsExactly(new LostReason.Forced("bob", "the folder goes"));
    assertThat(session.isValid()).isTrue();
  }

  /** Another process keeps it alive; each lock is then asked for by itself. */
  @Test
  void sessionOfAnotherClient_keepsLocksOfThisOne() {
    LockClient other = fake.open(options -> options);
    LockSession session = stage.kept(other, 30_000);
    Lease lease = granted(fake.client.acquireAsync(UPLOAD.owner(LAPTOP).bound()));

    fake.passMs(120_000);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).isNotEmpty();
    session.close();

    assertThat(lease.isValid()).isFalse();
  }

  @Test
  void boundRequestWithoutALiveSession_isRefused() {
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.owner(LAPTOP).bound());

    assertThatThrownBy(asked::join)
        .cause()
        .hasMessageContaining("The session is not alive: it was never kept alive, or it has ended");
  }

  @Test
  void grantAfterTheSessionWasClosed_isGivenBack() {
    LockSession session = stage.kept(30_000);
    fake.arbiter.delayEvents(Duration.ofSeconds(1));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(session.bound(UPLOAD));
    var unused = session.release();
    fake.passMs(5_000);

    assertThat(asked).isCompletedExceptionally();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void closedClient_keepsNothingAlive() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    Lease lease = stage.bound(session, "/a");

    fake.client.close();

    assertThat(session.isValid()).isFalse();
    assertThat(lease.isValid()).isFalse();
    assertThat(lost).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    int before = fake.sent(KeepAlive.class).size();
    fake.passMs(60_000);
    assertThat(fake.sent(KeepAlive.class)).hasSize(before);
  }

  @Test
  void leaseThatTheSettingsCut_isKeptAliveByWhatIsLeft() {
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 3_000);
    LockSession session = stage.kept(30_000);

    assertThat(session.remaining()).isEqualTo(Duration.ofMillis(2_500));
    fake.passMs(60_000);

    assertThat(session.isValid()).isTrue();
    assertThat(fake.sent(KeepAlive.class)).hasSizeBetween(60, 90);
  }

  @Test
  void unanswered_fails() {
    fake.arbiter.stop();
    CompletableFuture<LockSession> asked =
        fake.client.keepAliveAsync(ACCOUNT, LAPTOP, Duration.ofSeconds(30));

    fake.passMs(45_000);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageContaining("A session that has begun all the same ends with its lease.");
  }

  @Test
  void lockOfASessionThatEnded_saysSoToItsRelease() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    List<LostReason> losses = FakeClients.losses(lease);
    fake.arbiter.loseCommands(KeepAlive.class::isInstance);
    fake.passMs(31_000);

    assertThat(losses).containsExactly(new LostReason.Unreachable());
    assertThat(lease.release().join()).isInstanceOf(ReleaseResult.SessionEnded.class);
  }

  @Test
  void sessionThatThisClientKeepsAlready_isRefused() {
    stage.kept(30_000);

    assertThatThrownBy(() -> fake.client.keepAlive(ACCOUNT, LAPTOP, Duration.ofSeconds(5)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("session=laptop is kept alive by this client already");
  }

  @Test
  void wrongRequests_areRefusedHere() {
    LockSession session = stage.kept(30_000);

    assertThatThrownBy(() -> session.bound(LockRequest.upload("other", "ann", "/a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected those of the session: account=acme");
    assertThatThrownBy(() -> session.bound(UPLOAD.session("phone")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fake.client.acquireAsync(UPLOAD.bound()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a request that is bound() has no session here");
    assertThatThrownBy(() -> fake.client.acquireAsync(UPLOAD.shared().bound()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fake.client.submit("pool", session.bound(UPLOAD)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be submitted to pool=pool");
    assertThatThrownBy(
            () ->
                fake.client.checkOut(
                    LockRequest.checkOut(ACCOUNT, "ann", "/a").bound(), Duration.ofDays(1), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a check-out is not bound()");
    assertThatThrownBy(
            () -> fake.client.keepAlive(ACCOUNT, new Owner("ann", null), Duration.ofSeconds(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("subAccount=ann has no session here; only a session is kept alive");
    assertThatThrownBy(() -> fake.client.keepAlive(ACCOUNT, LAPTOP, Duration.ofMinutes(11)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lease=PT11M, expected PT1S to PT10M");
  }

  @Test
  void boundLock_isNotExpiredByItself() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");

    assertThatThrownBy(() -> fake.arbiter.expire(lease))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expire the session");
  }
}
