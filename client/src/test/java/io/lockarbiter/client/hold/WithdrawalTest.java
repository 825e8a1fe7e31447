package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Futures that are cancelled, at each stage of their request. */
class WithdrawalTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
  private static final LockRequest WAITING = UPLOAD.waitingUpTo(Duration.ofMinutes(1));
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u2", "/docs");

  private final FakeClients fake = new FakeClients();

  @AfterEach
  void nothingIsHeldAndNothingOpen() {
    fake.passMs(5_000);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(fake.client.statistics().inFlight()).isZero();
    assertThat(fake.client.statistics().leases()).isZero();
  }

  @Test
  void beforeTheCommandArrives_releasesRightAfterTheGrant() {
    fake.arbiter.delayCommands(Duration.ofMillis(100));
    fake.client.acquireAsync(UPLOAD).cancel(true);
    fake.passMs(100);

    assertThat(ends()).containsExactly(ReleaseReason.RELEASED);
    assertThat(fake.sent(Release.class).get(0).lockId())
        .isEqualTo(fake.sent(Acquire.class).get(0).commandId());
  }

  @Test
  void beforeTheAnswerArrives_releases() {
    fake.arbiter.delayEvents(Duration.ofMillis(100));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(50);
    asked.completeExceptionally(new TimeoutException("as orTimeout does"));
    fake.passMs(500);

    assertThat(ends()).containsExactly(ReleaseReason.RELEASED);
  }

  @Test
  void whileCopiesAreSent_sendsNoneAfterTheRelease() {
    fake.tellWindow();
    fake.arbiter.stop();
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(5_000);
    asked.cancel(true);
    int copies = fake.sent(Acquire.class).size();
    fake.passMs(20_000);
    fake.arbiter.start();

    assertThat(copies).isGreaterThan(1);
    assertThat(fake.sent(Acquire.class)).hasSize(copies);
  }

  @Test
  void whileItWaits_leavesTheQueue() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting = fake.client.acquireAsync(WAITING);
    waiting.cancel(true);
    assertThat(ends()).containsExactly(ReleaseReason.CANCELLED);
    deletion.close();
  }

  @Test
  void whileItIsGrantedAfterAWait_releases() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting = fake.client.acquireAsync(WAITING);
    fake.arbiter.delayEvents(Duration.ofMillis(100));
    deletion.close();
    waiting.cancel(true);
    fake.passMs(200);

    assertThat(ends()).containsExactly(ReleaseReason.RELEASED, ReleaseReason.RELEASED);
  }

  @Test
  void whileARepeatedGrantIsConfirmed_releases() {
    fake.arbiter.loseEvents(event -> event instanceof Granted && !event.repeated());
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.arbiter.delayEvents(Duration.ofMillis(500));
    fake.passMs(1_800);
    assertThat(asked).isNotDone();
    asked.cancel(true);
    fake.passMs(2_000);

    assertThat(ends()).containsExactly(ReleaseReason.RELEASED);
  }

  @Test
  void afterItIsALease_changesNothing() {
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    assertThat(asked.cancel(true)).isFalse();
    fake.passMs(60_000);

    assertThat(granted(asked).isValid()).isTrue();
    asked.join().close();
  }

  /** Nobody has the lease, so nobody could stop its renewals. */
  @Test
  void ofAnAdoption_leavesTheLockToItsLease() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    lease.abandon();
    fake.arbiter.delayEvents(Duration.ofMillis(100));
    fake.client.adopt(ACCOUNT, lease.lockId(), lease.lock().owner()).cancel(true);
    fake.passMs(60_000);

    assertThat(ends()).containsExactly(ReleaseReason.EXPIRED);
  }

  @Test
  void byAnOperatorOnTheSameClient_endsTheRequestAtOnce() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting = fake.client.acquireAsync(WAITING);
    String lockId = waitingId();

    fake.client.forceRelease(ACCOUNT, lockId, "ops", null);

    assertThat(waiting).isCompletedExceptionally();
    deletion.close();
  }

  @Test
  void ofAnotherQuestionAboutAWaitingRequest_doesNotEndIt() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting = fake.client.acquireAsync(WAITING);
    Acquire asked = fake.sent(Acquire.class).get(2);
    String lockId = waitingId();

    assertThat(fake.client.adopt(ACCOUNT, lockId, asked.owner())).isCompletedExceptionally();
    assertThat(fake.client.adopt(ACCOUNT, lockId, deletion.lock().owner()))
        .isCompletedExceptionally();

    assertThat(waiting).isNotDone();
    deletion.close();
    granted(waiting).close();
  }

  /** After the deletion and the request that was asked for without waiting first. */
  private String waitingId() {
    return fake.sent(Acquire.class).get(2).commandId();
  }

  private List<ReleaseReason> ends() {
    return fake.arbiter.events().stream()
        .filter(Released.class::isInstance)
        .map(event -> ((Released) event).reason())
        .toList();
  }
}
