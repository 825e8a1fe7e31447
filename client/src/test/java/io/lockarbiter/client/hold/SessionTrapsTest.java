package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.SessionStage.LAPTOP;
import static io.lockarbiter.client.hold.SessionStage.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The traps of {@code sdk/traps/sessions.json} for this client, by the names that they have there.
 */
class SessionTrapsTest {
  private final SessionStage stage = new SessionStage();
  private final FakeClients fake = stage.fake;

  @Test
  void sessionThatIsKeptAlive_needsOneRequestWhateverItHolds() {
    LockSession session = stage.kept(30_000);
    List<Lease> leases = new ArrayList<>();
    for (int n = 0; n < 1_000; n++) {
      leases.add(stage.bound(session, "/many/" + n));
    }
    fake.passMs(600_000);

    assertThat(leases).allMatch(Lease::isValid);
    assertThat(fake.sent(KeepAlive.class)).hasSizeBetween(55, 70);
    assertThat(fake.sent(Renew.class)).isEmpty();

    session.close();

    assertThat(session.isValid()).isFalse();
    assertThat(leases).noneMatch(Lease::isValid);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    int before = fake.arbiter.commands().size();
    fake.passMs(60_000);
    assertThat(fake.arbiter.commands()).hasSize(before);
  }

  @Test
  void processThatPausesOverTheEndOfItsSession_hasLostAllThatIsBound() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    Lease lease = stage.bound(session, "/a");
    List<LostReason> losses = FakeClients.losses(lease);

    fake.arbiter.pause(Duration.ofMillis(29_600));

    assertThat(session.isValid()).isFalse();
    assertThat(session.remaining()).isZero();
    assertThat(lease.isValid()).isFalse();
    assertThat(lost).containsExactly(new LostReason.Unreachable());
    assertThat(losses).containsExactly(new LostReason.Unreachable());
    fake.passMs(60_000);
    assertThat(fake.sent(KeepAlive.class)).as("it is not revived").hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void sessionThatHasBegunAnew_hasLostAllThatWasBound() {
    LockSession session = stage.kept(30_000);
    List<LostReason> lost = losses(session);
    List<LostReason> losses = FakeClients.losses(stage.bound(session, "/a"));
    fake.arbiter.stop();
    fake.passMs(12_000);

    long began = session.beganAt().toEpochMilli() + 1;
    stage.answer(
        new KeptAlive(
            stage.answerTo(stage.last().commandId()), LAPTOP, 30_000, began, began + 30_000, null));

    assertThat(lost).containsExactly(new LostReason.SessionEnded());
    assertThat(losses).containsExactly(new LostReason.SessionEnded());
    assertThat(session.isValid()).isFalse();
  }

  @Test
  void keepAliveThatIsRefusedByALimitOfTheArbiter_tellsThatTheSessionHasEnded() {
    LockSession session = stage.kept(30_000);
    List<LostReason> losses = FakeClients.losses(stage.bound(session, "/a"));
    fake.arbiter.stop();
    fake.passMs(12_000);

    stage.answer(refused(stage.last().commandId(), null, RejectReason.WRONG_PARTITION));
    assertThat(session.isValid()).isTrue();
    fake.passMs(6_000);
    stage.answer(refused(stage.last().commandId(), null, RejectReason.LIMIT_EXCEEDED));

    assertThat(session.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.SessionEnded());
  }

  private Rejected refused(String commandId, @Nullable Subject subject, RejectReason reason) {
    return new Rejected(
        stage.answerTo(commandId),
        subject,
        reason,
        reason.message(),
        /* field= */ null,
        /* limit= */ null,
        List.of(),
        /* moreBlockers= */ false,
        /* retryAfterMs= */ null,
        /* expectedPartition= */ null,
        List.of(),
        /* cycleCut= */ false,
        /* movedTo= */ null,
        /* repeated= */ false);
  }

  @Test
  void endThatWasSetUnseen_isToldByTheRenewal() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    askUnseen(lease, Duration.ofMinutes(2));
    fake.arbiter.reportGap();

    fake.passMs(118_900);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(1));
    fake.passMs(1_000);

    assertThat(lease.isValid()).isFalse();
    assertThat(session.isValid()).isTrue();
  }

  @Test
  void endThatIsToldAgain_counts() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    askUnseen(lease, Duration.ofMinutes(10));

    fake.passMs(598_900);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(1));
    fake.passMs(1_000);

    assertThat(fake.sent(Renew.class)).isEmpty();
    assertThat(lease.isValid()).isFalse();
    assertThat(session.isValid()).isTrue();
  }

  /** Bob's request gets lost on its way to the client. */
  private void askUnseen(Lease lease, Duration grace) {
    fake.arbiter.loseEvents(YieldRequested.class::isInstance);
    fake.arbiter.askToYield(lease, "bob", grace, null);
    fake.passMs(100);
    fake.arbiter.loseEvents(event -> false);
  }

  @Test
  void sessionThatCannotBegin_isRefused() {
    fake.arbiter.set(Setting.LOCKS_PER_SUB_ACCOUNT, 1);
    FakeClients.granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")));

    CompletableFuture<LockSession> asked =
        fake.client.keepAliveAsync(ACCOUNT, LAPTOP, Duration.ofSeconds(30));

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOfSatisfying(
            LockRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(RejectReason.LIMIT_EXCEEDED));
    fake.passMs(60_000);
    assertThat(fake.sent(KeepAlive.class)).hasSize(1);
  }

  @Test
  void boundRequestThatIsRefusedWithoutSession_hasLostTheSession() {
    LockSession session = stage.kept(30_000);
    List<LostReason> losses = FakeClients.losses(stage.bound(session, "/a"));
    fake.arbiter.stop();
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(session.bound(LockRequest.upload(ACCOUNT, "ann", "/b")));
    List<Acquire> sent = fake.sent(Acquire.class);
    Acquire last = sent.get(sent.size() - 1);

    stage.answer(refused(last.commandId(), last.fields(), RejectReason.NO_SESSION));

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(LockRefusedException.class)
        .hasMessageContaining("NO_SESSION")
        .hasMessageContaining("Begin one by keepAlive(…)");
    assertThat(session.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.SessionEnded());
  }

  @Test
  void boundLockThatIsForced_isLostAsItsEventTells() {
    LockSession session = stage.kept(30_000);
    Lease forced = stage.bound(session, "/a");
    Lease other = stage.bound(session, "/b");
    List<LostReason> losses = FakeClients.losses(forced);

    fake.arbiter.forceRelease(forced, "ops", "device lost");

    assertThat(losses).containsExactly(new LostReason.Forced("ops", "device lost"));
    assertThat(session.isValid()).isTrue();
    assertThat(other.isValid()).isTrue();
  }

  /** Events that do not come are a gap to this client, or they stop the answers too. */
  @Test
  void boundLockWhoseEventsDoNotCome_isAskedForByItself() {
    LockSession session = stage.kept(30_000);
    Lease lease = stage.bound(session, "/a");
    fake.arbiter.loseCommands(Renew.class::isInstance);
    fake.arbiter.reportGap();

    fake.passMs(29_000);
    assertThat(lease.isValid()).isTrue();
    fake.passMs(600);

    assertThat(lease.isValid()).as("nobody has said that it is still held").isFalse();
    assertThat(session.isValid()).isTrue();
  }

  @Test
  void boundLockWhoseEventsWereCut_isAskedForOnce() {
    LockSession session = stage.kept(30_000);
    Lease forced = stage.bound(session, "/a");
    Lease other = stage.bound(session, "/b");
    List<LostReason> losses = FakeClients.losses(forced);
    fake.arbiter.loseEvents(Released.class::isInstance);
    fake.arbiter.forceRelease(forced, "ops", "device lost");
    fake.arbiter.loseEvents(event -> false);
    assertThat(forced.isValid()).isTrue();

    fake.arbiter.reportGap();

    assertThat(losses).containsExactly(new LostReason.Forced(null, null));
    assertThat(fake.sent(Renew.class)).hasSize(2);
    fake.passMs(120_000);
    assertThat(other.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).hasSize(2);
  }
}
