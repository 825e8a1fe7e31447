package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commands and events that get lost. */
class LostAnswersTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u2", "/docs");

  private final FakeClients fake = new FakeClients();

  @Test
  void lostGrant_isAskedForUnderTheSameIdAndMeasuredByARenewal() {
    fake.tellWindow();
    fake.arbiter.loseEvents(event -> event instanceof Granted && !event.repeated());
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(1_200);

    Lease lease = granted(asked);

    assertThat(fake.sent(Acquire.class))
        .hasSize(2)
        .extracting(AccountCommand::commandId)
        .containsOnly(lease.lockId());
    assertThat(fake.sent(Renew.class)).hasSize(1);
    Granted first = (Granted) fake.arbiter.events().get(1);
    assertThat(lease.token()).isEqualTo(first.token());
    assertThat(lease.remaining()).isBetween(Duration.ofMillis(29_000), Duration.ofMillis(29_500));
  }

  @Test
  void lostCommand_isSentAgainAndMeasuredFromTheFirstSend() {
    fake.tellWindow();
    fake.arbiter.loseCommands(command -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(2_000);

    Lease lease = granted(asked);

    assertThat(fake.client.statistics().resent()).isEqualTo(1);
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(27_500));
  }

  @Test
  void unansweredRequest_isGivenUpAndWhatMayBeGrantedIsReleased() {
    fake.arbiter.stop();
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(44_999);
    assertThat(asked).isNotDone();
    fake.passMs(1);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageStartingWith("no answer to Acquire commandId=")
        .hasMessageContaining("within 45000 ms")
        .hasMessageContaining("is an arbiter running?");
    fake.arbiter.start();
    fake.passMs(1);
    assertThat(fake.arbiter.events().get(0)).isInstanceOf(Granted.class);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(fake.sent(Release.class).get(0).lockId())
        .isEqualTo(fake.sent(Acquire.class).get(0).commandId());
    assertThat(fake.client.statistics().inFlight()).isZero();
  }

  /** Its short lease is over by then: it is asked for anew, with the whole one. */
  @Test
  void lostGrantOfAWaitingRequest_isFoundOutBeforeTheArbiterForgets() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    List<QueuePosition> positions = new ArrayList<>();
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5)), positions::add);
    fake.passMs(21_000);
    assertThat(positions).extracting(QueuePosition::position).containsExactly(1, 1);

    fake.arbiter.loseEvents(event -> event instanceof Granted && !event.repeated());
    deletion.close();
    fake.passMs(20_000);
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(2_000);

    assertThat(granted(waiting).isValid()).isTrue();
    assertThat(fake.client.statistics().lateGrants()).isEqualTo(1);
  }

  @Test
  void lostReleased_comesOutAsAlreadyReleased() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    fake.arbiter.loseEvents(event -> event instanceof Released && !event.repeated());

    CompletableFuture<ReleaseResult> result = lease.release();
    fake.passMs(1_200);

    assertThat(result).isCompletedWithValue(new ReleaseResult.AlreadyReleased());
    List<Release> releases = fake.sent(Release.class);
    assertThat(releases).hasSize(2);
    assertThat(releases.get(1)).isEqualTo(releases.get(0));
  }

  @Test
  void releaseThatIsNeverAnswered_saysSo() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    fake.arbiter.stop();

    CompletableFuture<ReleaseResult> result = lease.release();
    fake.passMs(45_000);

    assertThat(result.join()).isInstanceOf(ReleaseResult.Unanswered.class);
    assertThat(result.join().message())
        .startsWith("is not known to be released: no answer to Release")
        .endsWith(
            "it ends by itself when its lease runs out, or with the session that it is bound to");
  }

  @Test
  void missedForce_isFoundOutByTheNextRenewal() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseEvents(event -> true);
    fake.arbiter.forceRelease(lease, "ops", "device lost");
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(8_900);
    assertThat(losses).isEmpty();
    fake.passMs(2_200);

    assertThat(losses).containsExactly(new LostReason.Forced(null, null));
    assertThat(lease.isValid()).isFalse();
    assertThat(lease.release()).isCompletedWithValue(new ReleaseResult.Forced(null, null));
  }

  @Test
  void forcedReleaseWhoseCommentIsTooLong_isRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fake.client.forceRelease(ACCOUNT, "a", "ops", "x".repeat(1025)))
        .withMessageStartingWith("comment ");
    assertThat(fake.arbiter.commands()).isEmpty();
  }

  @Test
  void missedForce_isFoundOutAtOnceAfterAGap() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseEvents(event -> true);
    fake.arbiter.forceRelease(lease, "ops", "device lost");
    fake.arbiter.loseEvents(event -> false);

    fake.arbiter.reportGap();

    assertThat(losses).containsExactly(new LostReason.Forced(null, null));
  }

  @Test
  void missedGrants_areFoundOutAtOnceAfterAGap() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5)));
    CompletableFuture<ReleaseResult> released;
    fake.arbiter.loseEvents(event -> true);
    released = deletion.release();
    CompletableFuture<Lease> other =
        fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u3", "/b"));
    fake.arbiter.loseEvents(event -> false);
    assertThat(List.of(waiting, released, other)).noneMatch(CompletableFuture::isDone);

    fake.arbiter.reportGap();

    assertThat(granted(waiting).isValid()).isTrue();
    assertThat(granted(other).isValid()).isTrue();
    assertThat(released).isCompletedWithValue(new ReleaseResult.AlreadyReleased());
    assertThat(fake.client.statistics().gaps()).isEqualTo(1);
  }

  @Test
  void lostRenewals_areMadeUpForByNewOnesMeasuredFromTheirOwnSend() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseEvents(event -> event instanceof Renewed);
    fake.passMs(14_000);
    fake.arbiter.loseEvents(event -> false);
    int before = fake.sent(Renew.class).size();
    for (int n = 0; n < 100 && fake.sent(Renew.class).size() == before; n++) {
      fake.passMs(100);
    }
    fake.passMs(200);

    assertThat(losses).isEmpty();
    assertThat(fake.sent(Renew.class))
        .hasSize(before + 1)
        .extracting(Renew::commandId)
        .doesNotHaveDuplicates();
    assertThat(lease.remaining()).isGreaterThan(Duration.ofMillis(27_000));
  }
}
