package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A request whose path is moved while it waits. */
class FollowingMovesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final LockRequest UPLOAD =
      LockRequest.upload(ACCOUNT, "ann", "/docs/a/plan").waitingUpTo(MINUTE);

  private final FakeClients fake = new FakeClients();

  private Lease moving(String from, String to) {
    LockRequest move = LockRequest.move(ACCOUNT, "bob", from, to).session("mover");
    return granted(fake.client.acquireAsync(move));
  }

  private static void end(Lease mover) {
    granted(mover.release(WorkOutcome.GONE));
  }

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    assertThat(asked).isDone();
    return (LockRefusedException)
        Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  @Test
  void follower_isGrantedTheNewPlace() {
    Lease mover = moving("/docs", "/archive/docs");
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.followingMoves());

    end(mover);

    Lease lease = granted(asked);
    assertThat(lease.lock().path()).hasToString("/archive/docs/a/plan");
    assertThat(lease.lock().targets()).hasSize(1);
    assertThat(lease.lock().waitLimit()).isEqualTo(MINUTE);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.client.statistics().refused()).doesNotContainKey(RejectReason.PATH_GONE);
  }

  @Test
  void whoDoesNotFollow_isToldTheNewPlace() {
    Lease mover = moving("/docs", "/archive/docs");
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);

    end(mover);

    LockRefusedException refused = refusal(asked);
    assertThat(refused.reason()).isEqualTo(RejectReason.PATH_GONE);
    assertThat(refused.movedTo()).isEqualTo(LockPath.of("/archive/docs/a/plan"));
    assertThat(refused)
        .hasMessageEndingWith(
            ": The path was renamed or moved to /archive/docs/a/plan while the request waited. Ask there, or by a request that is followingMoves().");
    Lease there =
        granted(
            fake.client.acquireAsync(UPLOAD.movedTo(Objects.requireNonNull(refused.movedTo()))));
    assertThat(there.lock().path()).hasToString("/archive/docs/a/plan");
  }

  /** Nobody knows where a deleted path is. */
  @Test
  void followerOfADeletedPath_isRefused() {
    Lease deletion = granted(fake.client.acquireAsync(LockRequest.delete(ACCOUNT, "bob", "/docs")));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.followingMoves());

    end(deletion);

    LockRefusedException refused = refusal(asked);
    assertThat(refused.movedTo()).isNull();
    assertThat(refused)
        .hasMessageEndingWith(
            ": The path no longer exists: it was deleted, renamed or moved while the request waited.");
  }

  @Test
  void followerOfOneTarget_keepsItsMode() {
    Lease mover = moving("/docs", "/archive/docs");
    LockRequest custom =
        LockRequest.custom(ACCOUNT, "ann", "/docs/b", Mode.EXCLUSIVE).waitingUpTo(MINUTE);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(custom.followingMoves());

    end(mover);

    assertThat(granted(asked).lock().targets())
        .isEqualTo(custom.movedTo(LockPath.of("/archive/docs/b")).targets())
        .hasToString("[Target[path=/archive/docs/b, mode=EXCLUSIVE]]");
  }

  /** Asked at 0 s for 60 s, moved after 40 s: it waits at the new place for 20 s. */
  @Test
  void wait_goesOnWithItsRest() {
    Lease mover = moving("/docs", "/archive/docs");
    granted(
        fake.client.acquireAsync(LockRequest.delete(ACCOUNT, "bob", "/archive").session("mover")));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.followingMoves());
    fake.arbiter.pass(Duration.ofSeconds(40));

    end(mover);

    assertThat(asked).isNotDone();
    Acquire last = fake.sent(Acquire.class).get(fake.sent(Acquire.class).size() - 1);
    assertThat(last.fields().path()).hasToString("/archive/docs/a/plan");
    assertThat(last.fields().waitMs()).isEqualTo(20_000);
    fake.passMs(19_999);
    assertThat(asked).isNotDone();
    fake.passMs(1);
    assertThat(refusal(asked).reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
  }

  /** Asked at 0 s for 20 s, moved at 19 s, told at 24 s. */
  @Test
  void followerWithoutTime_isToldTheNewPlace() {
    Lease mover = moving("/docs", "/old");
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofSeconds(20)).followingMoves());
    fake.arbiter.pass(Duration.ofSeconds(19));
    fake.arbiter.delayEvents(Duration.ofSeconds(5));
    CompletableFuture<?> released = mover.release(WorkOutcome.GONE);
    fake.arbiter.pass(Duration.ofSeconds(5));
    granted(released);

    assertThat(refusal(asked).movedTo()).hasToString("/old/a/plan");
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** They are two to the client, and one to the arbiter. */
  @Test
  void pathsThatDifferInCaseAlone_areNotFollowed() {
    FakeArbiter arbiter = FakeArbiter.withoutCase();
    LockClient client = arbiter.client(FakeArbiter.options().withCallbacks(Runnable::run));
    LockRequest move = LockRequest.move(ACCOUNT, "bob", "/docs", "/old");
    Lease mover = granted(client.acquireAsync(move));
    LockRequest two =
        LockRequest.custom(ACCOUNT, "ann", "/docs/A", Mode.READ).target("/docs/a", Mode.READ);
    CompletableFuture<Lease> asked = client.acquireAsync(two.waitingUpTo(MINUTE).followingMoves());

    end(mover);

    assertThat(refusal(asked).movedTo()).hasToString("/old/A");
  }

  @Test
  void ninthMove_isNotFollowed() {
    List<Lease> movers = new ArrayList<>();
    for (int n = 0; n < FollowedMoves.MOST + 1; n++) {
      movers.add(moving("/d" + n, "/d" + (n + 1)));
    }
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(
            LockRequest.upload(ACCOUNT, "ann", "/d0/a").waitingUpTo(MINUTE).followingMoves());

    movers.subList(0, FollowedMoves.MOST).forEach(FollowingMovesTest::end);
    assertThat(asked).isNotDone();
    end(movers.get(FollowedMoves.MOST));

    assertThat(refusal(asked).movedTo()).hasToString("/d9/a");
  }

  @Test
  void followerThatIsWithdrawn_leavesTheNewPlace() {
    Lease mover = moving("/docs", "/archive/docs");
    Lease archive =
        granted(
            fake.client.acquireAsync(
                LockRequest.delete(ACCOUNT, "bob", "/archive").session("mover")));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.followingMoves());
    end(mover);

    asked.cancel(true);
    granted(archive.release());

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void followerThatAsksHolders_asksThoseOfTheNewPlace() {
    Lease mover = moving("/docs", "/archive/docs");
    Lease archive =
        granted(
            fake.client.acquireAsync(
                LockRequest.delete(ACCOUNT, "bob", "/archive").session("mover")));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.followingMoves().askingHolders("let me in"));
    archive.onYieldRequested(request -> archive.close());

    end(mover);
    fake.passMs(2_000);

    assertThat(granted(asked).lock().path()).hasToString("/archive/docs/a/plan");
  }

  /** 60 s of wait, 40 s of grace, moved after 30 s: nobody has to let go in the last 30 s. */
  @Test
  void graceLongerThanTheRestOfTheWait_asksNobodyInVain() {
    Lease mover = moving("/docs", "/archive/docs");
    Lease archive =
        granted(
            fake.client.acquireAsync(
                LockRequest.delete(ACCOUNT, "bob", "/archive").session("mover")));
    LockRequest asking = UPLOAD.askingHolders(Duration.ofSeconds(40), "let me in");
    CompletableFuture<Lease> asked = fake.client.acquireAsync(asking.followingMoves());
    fake.arbiter.pass(Duration.ofSeconds(30));

    end(mover);
    fake.arbiter.pass(Duration.ofMinutes(2));

    assertThat(refusal(asked).reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
    assertThat(archive.isValid()).isTrue();
    assertThat(fake.sent(Yield.class)).isEmpty();
  }

  /** Each would take the other for an earlier one, and both would end. */
  @Test
  void twoFollowersThatAskTheirOwnHolders_oneGetsTheLockAndKeepsIt() {
    Lease mover = moving("/docs", "/archive/docs");
    LockRequest own = UPLOAD.askingOwnHolders(Duration.ofSeconds(2), "again").followingMoves();
    CompletableFuture<Lease> first = fake.client.acquireAsync(own);
    CompletableFuture<Lease> second = fake.open(options -> options).acquireAsync(own);

    end(mover);
    fake.passMs(10_000);

    assertThat(granted(first).isValid()).isTrue();
    assertThat(second).isNotDone();
  }

  @Test
  void requestsThatCannotFollow_areRefusedBeforeTheyAreSent() {
    LockRequest following = UPLOAD.followingMoves();
    assertThatThrownBy(() -> fake.client.submit("pool", following))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a request that is followingMoves() cannot be submitted to pool=pool: nobody waits for its lock here");
    LockRequest checkOut = LockRequest.checkOut(ACCOUNT, "ann", "/docs/a").followingMoves();
    assertThatThrownBy(() -> fake.client.checkOut(checkOut, Duration.ofDays(7), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a check-out is not followingMoves(): it keeps its id and its path. If it is refused with movedTo(), check out by request.movedTo(…)");
    LockRequest copy = LockRequest.copy(ACCOUNT, "ann", "/a", "/b");
    assertThatThrownBy(() -> copy.movedTo(LockPath.of("/c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("targets=[Target[path=/a, mode=READ], Target[path=/b, mode=PUT]]");
  }
}
