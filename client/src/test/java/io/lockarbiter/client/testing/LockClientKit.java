package io.lockarbiter.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The behaviour of every lock client, on any arbiter. */
public abstract class LockClientKit extends BlockingLockClientKit {
  /**
   * A lease short enough for tests to wait for, and long enough for a busy machine to renew in
   * time.
   */
  private static final Duration SHORT_LEASE = Duration.ofSeconds(5);

  /** A request that waits in its queue. */
  private record Waiting(CompletableFuture<Lease> lease, QueuePosition position) {}

  private Waiting waiting(LockRequest request) {
    List<QueuePosition> positions = new CopyOnWriteArrayList<>();
    CompletableFuture<Lease> lease = client.acquireAsync(request.waitingUpTo(LONG), positions::add);
    await("its position", () -> !positions.isEmpty());
    return new Waiting(lease, positions.get(0));
  }

  private static List<LostReason> losses(Lease lease) {
    List<LostReason> lost = new CopyOnWriteArrayList<>();
    lease.onLost(lost::add);
    return lost;
  }

  @Test
  void freePath_isGrantedWithARisingToken() {

    Lease first = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    Lease second = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/b")));

    assertThat(first.isValid()).isTrue();
    assertThat(first.remaining()).isPositive().isLessThan(Duration.ofSeconds(30));
    assertThat(first.lock().path()).isEqualTo(LockPath.of("/a"));
    assertThat(second.token()).isGreaterThan(first.token());
  }

  @ParameterizedTest
  @EnumSource(value = Operation.class, names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
  void everyOperation_isGrantedWithItsTargets(Operation operation) {
    String path = operation == Operation.CLOSE ? "/" : "/a";
    LockRequest request =
        operation.hasExplicitTargets()
            ? LockRequest.custom(account, "u1", "/a", Mode.READ).target("/b", Mode.EXCLUSIVE)
            : LockRequest.of(
                account, "u1", operation, path, operation.hasDestination() ? "/b" : null);

    Lease lease = awaited(client.acquireAsync(request.attribute("job", "7")));

    assertThat(lease.lock().operation()).isEqualTo(operation);
    assertThat(lease.lock().targets()).isEqualTo(request.targets());
    assertThat(lease.lock().attributes()).containsEntry("job", "7");
  }

  @Test
  void conflict_isRefusedWithReasonAndBlockers() {
    Lease held = awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")));

    LockRefusedException refused =
        refusal(client.acquireAsync(LockRequest.upload(account, "u2", "/docs/plan.pdf")));

    assertThat(refused.reason()).isEqualTo(RejectReason.CONFLICT);
    assertThat(refused.blockers()).extracting(Blocker::lockId).containsExactly(held.lockId());
    assertThat(refused)
        .hasMessageStartingWith("CONFLICT account=" + account + " lockId=")
        .hasMessageContaining(
            "held DELETE /docs of u1 (lockId=%s, session=%s)"
                .formatted(held.lockId(), held.lock().owner().session()));
  }

  @Test
  void anotherSession_isAnotherOwner() {
    LockRequest request = LockRequest.upload(account, "u1", "/a").session("s1");
    awaited(client.acquireAsync(request));

    Lease again = awaited(client.acquireAsync(request));
    LockRefusedException refused = refusal(client.acquireAsync(request.session("s2")));

    assertThat(again.isValid()).isTrue();
    assertThat(refused.blockers()).extracting(Blocker::owner).contains(new Owner("u1", "s1"));
  }

  @Test
  void waitingRequest_isToldItsPositionAndGrantedInItsTurn() {
    Lease held = awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")));
    Waiting waiting = waiting(LockRequest.upload(account, "u2", "/docs/a"));

    QueuePosition position = waiting.position();
    assertThat(position.position()).isEqualTo(1);
    assertThat(position.blockers()).extracting(Blocker::lockId).containsExactly(held.lockId());
    assertThat(waiting.lease()).isNotDone();

    ReleaseResult result = awaited(held.release());
    Lease lease = awaited(waiting.lease());

    assertThat(result).isInstanceOf(ReleaseResult.Released.class);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.token()).isGreaterThan(held.token());
    assertThat(lease.lockId()).isEqualTo(position.lockId());
  }

  @Test
  void waitLimit_refusesInTimeAndNamesWhoStoodInTheWay() {
    Lease held = awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")));

    LockRefusedException refused =
        refusal(
            client.acquireAsync(
                LockRequest.upload(account, "u2", "/docs/a").waitingUpTo(Duration.ofMillis(300))));

    assertThat(refused.reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
    assertThat(refused.blockers()).extracting(Blocker::lockId).containsExactly(held.lockId());
    assertThat(refused)
        .hasMessageContaining("In the way when it began to wait: held DELETE /docs of u1");
  }

  @Test
  void lease_isRenewedPastItsLength() {
    LockRequest request = LockRequest.upload(account, "u1", "/a").leaseOf(SHORT_LEASE);
    Lease lease = awaited(client.acquireAsync(request));
    List<LostReason> lost = losses(lease);

    await("renewals for four leases", () -> client.statistics().renewals() >= 12);

    assertThat(lost).isEmpty();
    assertThat(lease.isValid()).isTrue();
    assertThat(awaited(lease.confirm())).isTrue();
  }

  @Test
  void forcedRelease_isToldOnceWithItsComment() {
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    List<LostReason> lost = losses(lease);

    ReleaseResult result =
        awaited(client().forceRelease(account, lease.lockId(), "ops", "device lost"));
    await("the loss", () -> !lost.isEmpty());

    assertThat(result).isInstanceOf(ReleaseResult.Released.class);
    assertThat(lost).containsExactly(new LostReason.Forced("ops", "device lost"));
    assertThat(lease.isValid()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThat(awaited(lease.confirm())).isFalse();
    ReleaseResult afterwards = awaited(lease.release());
    assertThat(afterwards).isEqualTo(new ReleaseResult.Forced("ops", "device lost"));
    assertThat(afterwards.message()).isEqualTo("had been released by force by ops: device lost");
    assertThat(lost).hasSize(1);
  }

  @Test
  void forcedReleaseByTheSameClient_isToldWithItsComment() {
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    List<LostReason> lost = losses(lease);

    awaited(client.forceRelease(account, lease.lockId(), "ops", "device lost"));
    await("the loss", () -> !lost.isEmpty());

    assertThat(lost).containsExactly(new LostReason.Forced("ops", "device lost"));
  }

  @Test
  void lateListener_isToldOfTheLoss() {
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    awaited(client.forceRelease(account, lease.lockId(), "ops", null));
    await("the loss", () -> !lease.isValid());

    List<LostReason> lost = losses(lease);

    await("the loss", () -> !lost.isEmpty());
    assertThat(lost).containsExactly(new LostReason.Forced("ops", null));
  }

  @Test
  void releaseTwice_saysReleasedThenAlreadyReleased() {
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));

    CompletableFuture<ReleaseResult> first = lease.release();
    CompletableFuture<ReleaseResult> second = lease.release();
    assertThat(lease.isValid()).isFalse();

    assertThat(awaited(first)).isInstanceOf(ReleaseResult.Released.class);
    assertThat(awaited(second)).isEqualTo(new ReleaseResult.AlreadyReleased());
    lease.close();
    assertThat(awaited(client.acquireAsync(LockRequest.upload(account, "u2", "/a"))).isValid())
        .isTrue();
  }

  @Test
  void closedLease_isFreeForWhatIsAskedAfterwards() {
    try (Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")))) {
      assertThat(lease.isValid()).isTrue();
    }

    assertThat(awaited(client.acquireAsync(LockRequest.upload(account, "u2", "/a"))).isValid())
        .isTrue();
  }

  @Test
  void closedLease_isFreeForAnotherClientAtOnce() {
    LockClient closing = client(options -> options.withReleaseTimeout(LONG));
    LockClient other = client(options -> options.withReleaseTimeout(LONG));
    for (int n = 0; n < 20; n++) {
      awaited(closing.acquireAsync(LockRequest.upload(account, "u1", "/a"))).close();
      awaited(other.acquireAsync(LockRequest.upload(account, "u2", "/a"))).close();
    }
  }

  @Test
  void blockThatEndsAsGone_refusesWhoWaitsBelow() {
    Waiting waiting;
    try (Lease deletion =
        awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")))) {
      waiting = waiting(LockRequest.upload(account, "u2", "/docs/a"));
      deletion.endAs(WorkOutcome.GONE);
    }

    assertThat(refusal(waiting.lease()).reason()).isEqualTo(RejectReason.PATH_GONE);
  }

  @Test
  void releaseWithPathGone_refusesWhoWaitsBelow() {
    Lease deletion = awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")));
    Waiting waiting = waiting(LockRequest.upload(account, "u2", "/docs/a"));

    awaited(deletion.release(WorkOutcome.GONE));

    assertThat(refusal(waiting.lease()).reason()).isEqualTo(RejectReason.PATH_GONE);
  }

  @Test
  void renamedFolder_isFollowedByWhoChoseIt() {
    Lease rename = awaited(client.acquireAsync(LockRequest.rename(account, "u1", "/docs", "/old")));
    Waiting follower = waiting(LockRequest.upload(account, "u2", "/docs/a").followingMoves());
    Waiting other = waiting(LockRequest.upload(account, "u3", "/docs/b"));

    awaited(rename.release(WorkOutcome.GONE));

    assertThat(awaited(follower.lease()).lock().path()).isEqualTo(LockPath.of("/old/a"));
    assertThat(refusal(other.lease()).movedTo()).isEqualTo(LockPath.of("/old/b"));
  }

  @Test
  void cancelWhileWaiting_leavesTheQueue() {
    Lease held = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/docs/a")));
    Waiting deletion = waiting(LockRequest.delete(account, "u2", "/docs"));

    deletion.lease().cancel(true);

    Lease upload = awaited(client.acquireAsync(LockRequest.upload(account, "u3", "/docs/b")));
    assertThat(upload.isValid()).isTrue();
    assertThat(held.isValid()).isTrue();
  }

  @Test
  void cancelBeforeTheAnswer_leavesNothingHeld() {

    CompletableFuture<Lease> asked = client.acquireAsync(LockRequest.upload(account, "u1", "/a"));
    if (!asked.cancel(true)) {
      asked.join().close();
    }

    assertThat(awaited(client.acquireAsync(LockRequest.upload(account, "u2", "/a"))).isValid())
        .isTrue();
  }

  @Test
  void waitingRequest_canBeEndedByAnOperator() {
    awaited(client.acquireAsync(LockRequest.delete(account, "u1", "/docs")));
    Waiting waiting = waiting(LockRequest.upload(account, "u2", "/docs/a"));

    String lockId = waiting.position().lockId();
    ReleaseResult result = awaited(client.forceRelease(account, lockId, "ops", "tidying up"));

    assertThat(result).isEqualTo(new ReleaseResult.Cancelled());
    await("the end", waiting.lease()::isDone);
    assertThatThrownBy(waiting.lease()::join)
        .cause()
        .isInstanceOf(LockWithdrawnException.class)
        .hasMessageContaining("the operator ops")
        .hasMessageEndingWith("comment: tidying up");
  }

  @Test
  void forcedReleaseOfNothing_saysSo() {
    ReleaseResult result = awaited(client.forceRelease(account, "nobody", "ops", null));

    assertThat(result).isEqualTo(new ReleaseResult.NotHeld());
    assertThat(result.message()).startsWith("is not held");
  }

  @Test
  void acquireMore_refusesADeadlock() {
    Lease a = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    Lease b = awaited(client.acquireAsync(LockRequest.upload(account, "u2", "/b")));
    CompletableFuture<Lease> aWantsB =
        a.acquireMore(LockRequest.upload(account, "u1", "/b").waitingUpTo(LONG));

    LockRefusedException refused =
        refusal(b.acquireMore(LockRequest.upload(account, "u2", "/a").waitingUpTo(LONG)));

    assertThat(refused.reason()).isEqualTo(RejectReason.DEADLOCK);
    assertThat(refused.cycle()).contains(b.lockId());
    b.close();
    assertThat(awaited(aWantsB).lock().holding()).containsExactly(a.lockId());
    assertThatThrownBy(() -> a.acquireMore(LockRequest.upload(account, "u3", "/c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected those of the lease");
  }

  /** The cycle may close at any of the locks that its owner keeps. */
  @Test
  void acquireMoreOfMore_refusesADeadlockAtTheFirst() {
    Lease first = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    Lease second = awaited(first.acquireMore(LockRequest.upload(account, "u1", "/b")));
    Lease others = awaited(client.acquireAsync(LockRequest.upload(account, "u2", "/c")));
    CompletableFuture<Lease> othersWantFirst =
        others.acquireMore(LockRequest.upload(account, "u2", "/a").waitingUpTo(LONG));

    LockRefusedException refused =
        refusal(second.acquireMore(LockRequest.upload(account, "u1", "/c").waitingUpTo(LONG)));

    assertThat(refused.reason()).isEqualTo(RejectReason.DEADLOCK);
    first.close();
    awaited(othersWantFirst);
    Lease third = awaited(second.acquireMore(LockRequest.upload(account, "u1", "/d")));
    assertThat(third.lock().holding()).containsExactly(second.lockId());
  }

  @Test
  void submittedLock_isAdoptedByAnotherClient() {
    LockClient worker = client();
    LockRequest request = LockRequest.upload(account, "u1", "/a").leaseOf(SHORT_LEASE);
    String lockId = awaited(client.submit("pool", request).submitted());

    Lease lease = awaited(worker.adopt(account, lockId, new Owner("u1", lockId)));
    List<LostReason> lost = losses(lease);
    await("renewals", () -> worker.statistics().renewals() >= 6);

    assertThat(lease.isValid()).isTrue();
    assertThat(client.statistics().leases()).isZero();
    awaited(client.forceRelease(account, lockId, "ops", "stop"));
    await("the loss", () -> !lost.isEmpty());
    assertThat(lost).containsExactly(new LostReason.Forced("ops", "stop"));
  }

  /** A gateway that crashed does not know whether it had submitted the request. */
  @Test
  void submissionUnderTheSameIdAgain_isTheSameLock() {
    LockRequest request = LockRequest.upload(account, "u1", "/a");
    String other = account + "-other";
    CompletableFuture<String> first = client.submit("pool", request, "upload-77").submitted();
    CompletableFuture<String> elsewhere =
        client.submit("pool", LockRequest.upload(other, "u1", "/a"), "upload-77").submitted();

    assertThat(awaited(first)).isEqualTo("upload-77");
    assertThat(awaited(elsewhere)).isEqualTo("upload-77");
    assertThat(awaited(client().submit("pool", request, "upload-77").submitted()))
        .isEqualTo("upload-77");
    assertThat(
            refusal(client().submit("pool", request.waitingUpTo(LONG), "upload-77").submitted())
                .reason())
        .isEqualTo(RejectReason.ID_CONFLICT);
    Lease lease = awaited(client.adopt(account, "upload-77", new Owner("u1", "upload-77")));
    awaited(lease.release());
    assertThat(awaited(client().submit("pool", request, "upload-77").submitted()))
        .isEqualTo("upload-77");
    assertThat(awaited(client.acquireAsync(LockRequest.delete(account, "u2", "/a"))).isValid())
        .isTrue();
  }

  @Test
  void submissionWhoseLockWasEnded_saysHow() {
    LockRequest request = LockRequest.upload(account, "u1", "/a");
    awaited(client.submit("pool", request, "upload-77").submitted());
    awaited(client.forceRelease(account, "upload-77", "ops", null));

    assertThatThrownBy(() -> awaited(client().submit("pool", request, "upload-77").submitted()))
        .isInstanceOf(LockWithdrawnException.class)
        .hasMessageStartingWith("FORCED")
        .hasMessageContaining("the lock was granted, and released by force");
    assertThatThrownBy(() -> client.submit("pool", request, "two\nlines"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lockId has the control character");
  }

  @Test
  void adoptionOfAnEndedLock_isRefused() {
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    awaited(lease.release());

    LockRefusedException refused =
        refusal(client().adopt(account, lease.lockId(), lease.lock().owner()));

    assertThat(refused.reason()).isEqualTo(RejectReason.NOT_HELD);
  }

  @Test
  void close_releasesLeasesAndWithdrawsRequests() {
    LockClient other = client();
    Lease lease = awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/a")));
    awaited(other.acquireAsync(LockRequest.upload(account, "u2", "/b")));
    CompletableFuture<Lease> waiting =
        client.acquireAsync(LockRequest.upload(account, "u1", "/b").waitingUpTo(LONG));

    client.close();

    assertThat(lease.isValid()).isFalse();
    assertThat(waiting).isCompletedExceptionally();
    assertThat(awaited(other.acquireAsync(LockRequest.upload(account, "u2", "/a"))).isValid())
        .isTrue();
    assertThatThrownBy(() -> awaited(client.acquireAsync(LockRequest.upload(account, "u1", "/c"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the lock client is closed");
  }

  @Test
  void closeThatAbandons_leavesTheLockToWhoAdoptsIt() {
    LockClient abandoning = client(options -> options.withClosing(Closing.ABANDON));
    LockRequest request = LockRequest.upload(account, "u1", "/a");
    Lease lease = awaited(abandoning.acquireAsync(request));

    abandoning.close();

    assertThat(lease.isValid()).isFalse();
    assertThat(awaited(lease.release())).isInstanceOf(ReleaseResult.Unanswered.class);
    assertThat(refusal(client.acquireAsync(LockRequest.upload(account, "u2", "/a"))).reason())
        .isEqualTo(RejectReason.CONFLICT);
    Lease adopted = awaited(client.adopt(account, lease.lockId(), lease.lock().owner()));
    assertThat(adopted.token()).isEqualTo(lease.token());
  }
}
