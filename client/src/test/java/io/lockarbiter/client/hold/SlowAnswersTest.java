package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Answers that come late, or only when the arbiter or the process goes on. */
class SlowAnswersTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u2", "/docs");
  private static final LockRequest SHORT = UPLOAD.leaseOf(Duration.ofSeconds(1));

  private final FakeClients fake = new FakeClients();

  @Test
  void slowGrant_countsFromTheSend() {
    fake.arbiter.delayCommands(Duration.ofMillis(300));
    fake.arbiter.delayEvents(Duration.ofMillis(400));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(700);

    assertThat(granted(asked).remaining()).isEqualTo(Duration.ofMillis(30_000 - 700 - 500));
  }

  @Test
  void slowGrantAfterAWait_countsFromTheSendOfTheRenewalThatTakesItUp() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(1)));
    fake.passMs(5_000);
    fake.arbiter.delayEvents(Duration.ofMillis(400));
    deletion.close();
    fake.passMs(400);
    assertThat(waiting).isNotDone();
    fake.passMs(400);

    assertThat(granted(waiting).remaining()).isEqualTo(Duration.ofMillis(30_000 - 400 - 500));
  }

  @Test
  void grantAfterItsSafeEnd_isReleasedAndAskedForAnew() {
    fake.arbiter.delayEvents(Duration.ofMillis(500));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(SHORT);
    fake.passMs(499);
    fake.arbiter.delayEvents(Duration.ZERO);
    assertThat(asked).isNotDone();
    fake.passMs(1);

    Lease lease = granted(asked);

    assertThat(lease.isValid()).isTrue();
    assertThat(fake.client.statistics().lateGrants()).isEqualTo(1);
    List<Acquire> acquires = fake.sent(Acquire.class);
    assertThat(acquires).hasSize(2);
    assertThat(lease.lockId()).isEqualTo(acquires.get(1).commandId());
    assertThat(fake.sent(Release.class))
        .extracting(Release::lockId)
        .containsExactly(acquires.get(0).commandId());
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void grantsThatAreAlwaysLate_areNeverHandedOut() {
    fake.arbiter.delayEvents(Duration.ofMillis(600));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(SHORT);
    fake.passMs(60_000);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageContaining("the grant came after its safe end")
        .hasMessageContaining("is the arbiter or the broker behind?");
    assertThat(fake.client.statistics().lateGrants()).isGreaterThan(10);
    assertThat(fake.client.statistics().granted()).isZero();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void retryAfterALateGrant_waitsOnlyWhatIsLeft() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    fake.client.acquireAsync(SHORT.waitingUpTo(Duration.ofSeconds(10)));
    fake.passMs(4_000);
    fake.arbiter.delayEvents(Duration.ofMillis(600));
    deletion.close();
    fake.passMs(600);

    List<Acquire> acquires = fake.sent(Acquire.class);
    assertThat(acquires.get(acquires.size() - 1).fields().waitMs()).isEqualTo(5_400);
  }

  @Test
  void shortLeaseBesideALargeClockDifference_isRenewedInTime() {
    LockClient client = fake.open(options -> options.withClockDifference(Duration.ofMillis(700)));
    Lease lease = granted(client.acquireAsync(UPLOAD.leaseOf(Duration.ofSeconds(1))));

    fake.passMs(10_000);

    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void silence_warnsOnceAndLosesTheLeaseAtItsSafeEnd() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);
    fake.arbiter.stop();

    fake.passMs(19_666);
    assertThat(warnings).isEmpty();
    fake.passMs(51);
    assertThat(warnings)
        .singleElement(InstanceOfAssertFactories.DURATION)
        .isBetween(Duration.ofMillis(9_783), Duration.ofMillis(9_834));
    fake.passMs(29_499 - 19_717);
    assertThat(lease.isValid()).isTrue();
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    fake.passMs(1_000);

    assertThat(losses).containsExactly(new LostReason.Unreachable());
    assertThat(warnings).hasSize(1);
    assertThat(fake.client.statistics().lost()).isEqualTo(1);
    assertThat(fake.client.statistics().leases()).isZero();
  }

  @Test
  void arbiterThatComesBackInTime_findsTheRenewalsInTheLog() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);
    fake.arbiter.stop();
    fake.passMs(25_000);
    fake.arbiter.start();
    fake.passMs(60_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(losses).isEmpty();
    assertThat(warnings).hasSize(1);
  }

  @Test
  void lostRenewals_endInExpiredAsTheReleaseTells() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);

    fake.arbiter.expire(lease);

    assertThat(losses).containsExactly(new LostReason.Unreachable());
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    ReleaseResult result = lease.release().join();
    assertThat(result).isInstanceOf(ReleaseResult.Expired.class);
    assertThat(result.message()).matches("had expired at 2026-\\S+, log time, before the release");
  }

  @Test
  void pausedHolder_learnsThatAnotherGotIn() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    fake.arbiter.loseCommands(command -> command.owner().subAccount().equals("u1"));
    fake.arbiter.pass(Duration.ofSeconds(1));
    fake.arbiter.pause(Duration.ofSeconds(60));
    fake.arbiter.loseCommands(command -> false);

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).hasSize(1);
    Lease other = granted(fake.client.acquireAsync(DELETE));
    assertThat(other.token()).isGreaterThan(lease.token());
  }

  @Test
  void commandsInFlight_areBounded() {
    LockClient bounded = fake.open(options -> options.withMaxInFlight(2));
    Lease held = granted(bounded.acquireAsync(UPLOAD));
    fake.arbiter.delayEvents(Duration.ofMillis(100));
    CompletableFuture<Lease> first =
        bounded.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/docs/c"));
    CompletableFuture<String> second =
        bounded.submit("pool", LockRequest.upload(ACCOUNT, "u1", "/b")).submitted();

    CompletableFuture<Lease> third = bounded.acquireAsync(UPLOAD);

    assertThatThrownBy(third::join)
        .cause()
        .isInstanceOf(ClientBusyException.class)
        .hasMessageStartingWith("2 commands are unanswered, maxInFlight=2; nothing was sent");
    assertThat(bounded.statistics().inFlight()).isEqualTo(2);
    CompletableFuture<Boolean> confirmed = held.confirm();
    CompletableFuture<ReleaseResult> released = held.release();
    fake.passMs(100);
    assertThat(confirmed).isDone();
    assertThat(released.join()).isInstanceOf(ReleaseResult.Released.class);
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(bounded.statistics().inFlight()).isZero();
    CompletableFuture<Lease> waiting =
        bounded.acquireAsync(DELETE.waitingUpTo(Duration.ofMinutes(1)));
    fake.passMs(200);
    assertThat(waiting).isNotDone();
    assertThat(bounded.statistics().inFlight()).isZero();
  }

  /** Otherwise the answer to one would be taken for the answer to the other. */
  @Test
  void submissionsUnderOneIdAtTheSameTime_areToldApart() {
    fake.arbiter.delayEvents(Duration.ofMillis(100));
    LockRequest ofAnother = LockRequest.upload("beta", "u1", "/a");
    CompletableFuture<String> first = fake.client.submit("pool", UPLOAD, "upload-77").submitted();
    CompletableFuture<String> ofAnotherAccount =
        fake.client.submit("pool", ofAnother, "upload-77").submitted();
    CompletableFuture<String> second = fake.client.submit("pool", UPLOAD, "upload-77").submitted();

    assertThat(second).isCompletedExceptionally();
    assertThatThrownBy(second::join)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("wait for that answer");
    fake.passMs(100);
    assertThat(first).isCompletedWithValue("upload-77");
    assertThat(ofAnotherAccount).isCompletedWithValue("upload-77");
    assertThat(fake.client.statistics().inFlight()).isZero();
  }
}
