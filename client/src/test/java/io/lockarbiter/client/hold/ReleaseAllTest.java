package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ends all locks of a session or a member: RULES.md, Releasing all. */
class ReleaseAllTest {
  private static final Owner LAPTOP = new Owner("ann", "laptop");
  private static final Owner PHONE = new Owner("ann", "phone");

  private final FakeClients fake = new FakeClients();
  private final LockClient admin = fake.open(options -> options);

  @AfterEach
  void close() {
    fake.client.close();
  }

  private Lease upload(Owner owner, String path) {
    return granted(fake.client.acquireAsync(request(owner, path)));
  }

  private static LockRequest request(Owner owner, String path) {
    return LockRequest.upload(ACCOUNT, owner.subAccount(), path).owner(owner);
  }

  @Test
  void session_losesItsLocksAndRequests_othersKeepTheirs() {
    Lease mine = upload(LAPTOP, "/a");
    Lease other = upload(PHONE, "/b");
    CompletableFuture<Lease> waits =
        fake.client.acquireAsync(request(LAPTOP, "/b").waitingUpTo(Duration.ofMinutes(1)));
    List<LostReason> lost = losses(mine);

    CompletableFuture<ReleaseAllResult> ended = admin.releaseAll(ACCOUNT, LAPTOP);

    assertThat(ended).isCompletedWithValue(new ReleaseAllResult(1, 1));
    assertThat(lost).containsExactly(new LostReason.ReleasedElsewhere());
    assertThat(mine.isValid()).isFalse();
    assertThatThrownBy(waits::join)
        .cause()
        .isInstanceOf(LockWithdrawnException.class)
        .hasMessageContaining("the request was ended by a releaseAll, with all of its owner");
    assertThat(other.isValid()).isTrue();
    assertThat(mine.release()).isCompletedWithValue(new ReleaseResult.AlreadyReleased());
  }

  /** No worker has done it, whichever of its events the submitter sees first. */
  @Test
  void jobOfAPool_isLost() {
    Ticket granted = fake.client.submit("pool", request(LAPTOP, "/a"));
    fake.arbiter.loseEvents(Granted.class::isInstance);
    Ticket unseen = fake.client.submit("pool", request(LAPTOP, "/b"));

    assertThat(admin.releaseAll(ACCOUNT, LAPTOP)).isCompletedWithValue(new ReleaseAllResult(2, 0));

    for (Ticket ticket : List.of(granted, unseen)) {
      assertThat(ticket.outcome().join().message())
          .startsWith("lost: ")
          .endsWith("the lock was granted, and ended by a releaseAll, with all of its owner");
    }
    assertThat(granted.submitted()).isCompleted();
    assertThat(unseen.submitted()).isCompletedExceptionally();
  }

  /** The arbiter does not remember who released a lock. */
  @Test
  void jobSubmittedAgainAfterItsEnd_isUnknown() {
    fake.client.submit("pool", request(LAPTOP, "/a"), "job");
    var unused = admin.releaseAll(ACCOUNT, LAPTOP);

    assertThat(fake.client.submit("pool", request(LAPTOP, "/a"), "job").outcome().join().message())
        .startsWith("unknown: a worker or a releaseAll has released the lock");
  }

  /** Its own process may end them as well: the lease is lost then, and not released in silence. */
  @Test
  void leasesOfThisVeryClient_areLost() {
    Lease mine = upload(LAPTOP, "/a");
    List<LostReason> lost = losses(mine);

    assertThat(fake.client.releaseAll(ACCOUNT, LAPTOP))
        .isCompletedWithValue(new ReleaseAllResult(1, 0));

    assertThat(lost).containsExactly(new LostReason.ReleasedElsewhere());
    assertThat(upload(LAPTOP, "/a").isValid()).isTrue();
  }

  @Test
  void member_losesWhatAllSessionsHave_checkOutsToo() {
    upload(LAPTOP, "/a");
    upload(PHONE, "/b");
    Lease bobs = upload(new Owner("bob", "laptop"), "/c");
    CheckOut plan =
        granted(
            fake.client.checkOut(
                LockRequest.checkOut(ACCOUNT, "ann", "/plan"), Duration.ofDays(7), null));

    assertThat(admin.releaseAllSessions(ACCOUNT, "ann"))
        .isCompletedWithValue(new ReleaseAllResult(3, 0));

    assertThat(fake.arbiter.locks(ACCOUNT))
        .extracting(lock -> lock.lock().lockId())
        .containsExactly(bobs.lockId());
    assertThat(plan.release()).isCompletedWithValue(new ReleaseResult.AlreadyReleased());
    assertThat(admin.releaseAllSessions(ACCOUNT, "ann"))
        .isCompletedWithValue(new ReleaseAllResult(0, 0));
  }

  @Test
  void moreThanOneCommandEnds_areEndedBySeveral() {
    for (int n = 0; n < 1_001; n++) {
      upload(LAPTOP, "/many/" + n);
    }

    assertThat(admin.releaseAll(ACCOUNT, LAPTOP))
        .isCompletedWithValue(new ReleaseAllResult(1_001, 0));

    assertThat(fake.sent(ReleaseAll.class)).hasSize(2);
    assertThat(fake.sent(ReleaseAll.class))
        .extracting(ReleaseAll::commandId)
        .doesNotHaveDuplicates();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** Without this, a forgotten session would end the locks of every device. */
  @Test
  void ownerWithoutSession_isRefused() {
    assertThatThrownBy(() -> admin.releaseAll(ACCOUNT, new Owner("ann", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "subAccount=ann has no session here; releaseAllSessions ends the locks of all of them");
  }

  @Test
  void unanswered_fails() {
    upload(LAPTOP, "/a");
    fake.arbiter.stop();
    CompletableFuture<ReleaseAllResult> asked = admin.releaseAll(ACCOUNT, LAPTOP);

    fake.passMs(45_000);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageEndingWith(
            "Earlier answers: locks released: 0, waiting requests cancelled: 0. The last command stays in the log: the arbiter carries it out when it runs again.");
  }

  /** Nobody else counts what the first command has ended. */
  @Test
  void secondCommandUnanswered_tellsWhatTheFirstHasEnded() {
    for (int n = 0; n < 1_001; n++) {
      upload(LAPTOP, "/many/" + n);
    }
    fake.arbiter.loseEvents(
        event -> event instanceof ReleasedAll && fake.sent(ReleaseAll.class).size() > 1);
    CompletableFuture<ReleaseAllResult> asked = admin.releaseAll(ACCOUNT, LAPTOP);

    fake.passMs(45_000);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageContaining(
            "Earlier answers: locks released: 1000, waiting requests cancelled: 0.");
  }
}
