package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The owners of locks whose requests named no session. */
class OwnerTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "ann", "/a");

  private static final String TO_BE_ONE_OWNER =
      "ann is in its own way: every session is another owner, and so is every acquire without one. If this request belongs to the work that holds the lock, ask by acquireMore(…) of its lease, or give both one session(…). If it is another request of the member, such as another tab's, wait, or ask that one to let go.";

  private final FakeClients fake = new FakeClients();
  private final LockClient first = fake.client;
  private final LockClient second = fake.open(options -> options);

  private static @Nullable RejectReason refusal(CompletableFuture<Lease> asked) {
    assertThat(asked).isCompletedExceptionally();
    return asked
        .<@Nullable RejectReason>handle(
            (lease, failure) ->
                failure instanceof LockRefusedException refused ? refused.reason() : null)
        .join();
  }

  @Test
  void twoClientsOfOneSubAccount_excludeEachOther() {
    Lease lease = granted(first.acquireAsync(UPLOAD));

    assertThat(refusal(second.acquireAsync(UPLOAD))).isEqualTo(RejectReason.CONFLICT);
    assertThat(lease.isValid()).isTrue();
  }

  /** Two tabs of one person, served by one process. */
  @Test
  void requestsOfOneClient_excludeEachOther() {
    Lease upload = granted(first.acquireAsync(LockRequest.upload("acme", "ann", "/d/f")));

    assertThat(refusal(first.acquireAsync(LockRequest.upload("acme", "ann", "/d/f"))))
        .isEqualTo(RejectReason.CONFLICT);
    assertThat(refusal(first.acquireAsync(LockRequest.delete("acme", "ann", "/d"))))
        .isEqualTo(RejectReason.CONFLICT);
    assertThat(refusal(first.acquireAsync(LockRequest.rename("acme", "ann", "/d", "/e"))))
        .isEqualTo(RejectReason.CONFLICT);
    assertThat(upload.isValid()).isTrue();
    assertThat(granted(first.acquireAsync(UPLOAD)).lock().owner())
        .isNotEqualTo(upload.lock().owner());
  }

  /** Events and console show which process it was. */
  @Test
  void session_beginsWithTheNameOfTheClient() {
    Owner owner = granted(first.acquireAsync(UPLOAD)).lock().owner();

    assertThat(owner.subAccount()).isEqualTo("ann");
    assertThat(owner.session()).startsWith("client-").hasSizeGreaterThan(40);
  }

  @Test
  void longestName_leavesRoomForTheSession() {
    LockClient named = fake.open(options -> options.withName("n".repeat(64)));

    for (int i = 0; i < 12; i++) {
      granted(named.acquireAsync(LockRequest.upload("acme", "ann", "/" + i)));
    }
  }

  @Test
  void requestsOfOneSession_areOneOwner() {
    Lease lease = granted(first.acquireAsync(UPLOAD.session("tab-7")));

    assertThat(granted(first.acquireAsync(UPLOAD.session("tab-7"))).lock().owner())
        .isEqualTo(lease.lock().owner());
    assertThat(refusal(first.acquireAsync(UPLOAD.session("tab-8"))))
        .isEqualTo(RejectReason.CONFLICT);
  }

  @Test
  void oneRequestAskedForTwice_isTwoOwners() {
    LockRequest read = LockRequest.download("acme", "ann", "/a");

    Lease lease = granted(first.acquireAsync(read));
    Lease again = granted(first.acquireAsync(read));

    assertThat(again.lock().owner()).isNotEqualTo(lease.lock().owner());
    assertThat(refusal(first.acquireAsync(UPLOAD))).isEqualTo(RejectReason.CONFLICT);
  }

  /** The refusal tells a caller that expects re-entrant locks what to call. */
  @Test
  void upgradeOutsideTheLease_isToldTheWay() {
    Lease weaker = granted(first.acquireAsync(LockRequest.download("acme", "ann", "/a")));

    CompletableFuture<Lease> asked = first.acquireAsync(UPLOAD.waitingUpTo(Duration.ofSeconds(5)));
    fake.arbiter.pass(Duration.ofSeconds(6));

    assertThatThrownBy(asked::join)
        .hasMessageContaining("WAIT_TIMEOUT")
        .hasMessageContaining("held DOWNLOAD /a of ann")
        .hasMessageContaining(TO_BE_ONE_OWNER);
    assertThat(granted(weaker.acquireMore(UPLOAD)).isValid()).isTrue();
  }

  @Test
  void deadlockWithOneself_isToldTheWay() {
    Lease a = granted(first.acquireAsync(UPLOAD));
    Lease b = granted(first.acquireAsync(LockRequest.upload("acme", "ann", "/b")));
    LockRequest waiting = UPLOAD.waitingUpTo(Duration.ofMinutes(1));
    CompletableFuture<Lease> wantsA = b.acquireMore(waiting);

    CompletableFuture<Lease> wantsB =
        a.acquireMore(LockRequest.upload("acme", "ann", "/b").waitingUpTo(Duration.ofMinutes(1)));

    assertThat(wantsA).isNotDone();
    assertThatThrownBy(wantsB::join)
        .hasMessageContaining("DEADLOCK")
        .hasMessageContaining(TO_BE_ONE_OWNER);
  }

  @Test
  void conflictWithOthersOnly_tellsNothingOfOneself() {
    granted(first.acquireAsync(LockRequest.upload("acme", "bob", "/a")));

    assertThatThrownBy(first.acquireAsync(UPLOAD)::join)
        .hasMessageContaining("CONFLICT")
        .satisfies(
            refused -> assertThat(refused.getMessage()).doesNotContain("acquireMore", "session("));
  }

  /** The locks of two owners cannot be held on to by one request. */
  @Test
  void holdingLocksOfTwoAcquires_isToldTheWay() {
    Lease a = granted(first.acquireAsync(UPLOAD));
    Lease b = granted(first.acquireAsync(LockRequest.upload("acme", "ann", "/b")));
    LockRequest more = LockRequest.upload("acme", "ann", "/c").holding(a.lockId());

    assertThat(granted(first.acquireAsync(more)).lock().owner()).isEqualTo(a.lock().owner());
    assertThatThrownBy(first.acquireAsync(more.holding(b.lockId()))::join)
        .hasMessageContaining("NOT_HELD")
        .hasMessageContaining("field=holding")
        .hasMessageContaining("acquireMore(…)")
        .hasMessageContaining("session(…)");
  }

  @Test
  void whatIsShared_isOneOwnerAcrossClients() {
    Lease lease = granted(first.acquireAsync(UPLOAD.shared()));

    assertThat(lease.lock().owner()).isEqualTo(new Owner("ann", null));
    assertThat(granted(second.acquireAsync(UPLOAD.shared())).isValid()).isTrue();
    assertThat(refusal(first.acquireAsync(UPLOAD))).isEqualTo(RejectReason.CONFLICT);
  }

  @Test
  void waitingRequest_isWithdrawnByItsOwner() {
    granted(first.acquireAsync(UPLOAD));
    LockRequest waiting = LockRequest.delete("acme", "ann", "/").waitingUpTo(Duration.ofMinutes(1));
    CompletableFuture<Lease> asked = second.acquireAsync(waiting);
    asked.cancel(true);

    assertThat(granted(first.acquireAsync(LockRequest.upload("acme", "bob", "/b"))).isValid())
        .isTrue();
  }

  @Test
  void more_hasTheOwnerOfTheLease() {
    Lease shared = granted(first.acquireAsync(UPLOAD.shared()));
    LockRequest below = LockRequest.upload("acme", "ann", "/a/b");

    Lease more = granted(shared.acquireMore(below));
    assertThat(more.lock().owner()).isEqualTo(new Owner("ann", null));
    Lease named = granted(first.acquireAsync(below.holding(shared.lockId())));
    assertThat(named.lock().owner()).isEqualTo(new Owner("ann", null));
    assertThatThrownBy(() -> shared.acquireMore(below.session("tab-7")))
        .hasMessageContaining("expected those of the lease");
    assertThatThrownBy(() -> shared.acquireMore(LockRequest.upload("acme", "bob", "/a/b")))
        .hasMessageContaining("expected those of the lease");
  }

  @Test
  void jobs_excludeEachOtherAndTheirSubmitter() {
    Ticket job = first.submit("pool", UPLOAD);
    Ticket other = first.submit("pool", UPLOAD);

    assertThat(job.submitted()).isCompleted();
    assertThat(other.submitted()).isCompletedExceptionally();
    assertThat(refusal(first.acquireAsync(UPLOAD))).isEqualTo(RejectReason.CONFLICT);
  }

  @Test
  void jobAskedForAgainByAnotherProcess_isTheSameJob() {
    first.submit("pool", UPLOAD, "job-7");
    Ticket again = second.submit("pool", UPLOAD, "job-7");

    assertThat(again.submitted()).isCompletedWithValue("job-7");
    assertThat(sentOwner("job-7")).isEqualTo(new Owner("ann", "job-7"));
  }

  @Test
  void jobWithASession_hasIt() {
    first.submit("pool", UPLOAD.session("tab-7"), "job-7");
    first.submit("pool", UPLOAD.shared(), "job-8");

    assertThat(sentOwner("job-7")).isEqualTo(new Owner("ann", "tab-7"));
    assertThat(sentOwner("job-8")).isEqualTo(new Owner("ann", null));
  }

  @Test
  void jobThatNamesALock_hasItsOwner() {
    Lease lease = granted(first.acquireAsync(UPLOAD));
    Ticket job = first.submit("pool", UPLOAD.holding(lease.lockId()));

    assertThat(job.submitted()).isCompleted();
    assertThat(sentOwner(job.lockId())).isEqualTo(lease.lock().owner());
  }

  @Test
  void worker_actsForTheOwnerOfItsJob() throws Exception {
    Ticket job = first.submit("pool", UPLOAD, "job-7");
    List<CompletableFuture<Lease>> more = new ArrayList<>();
    try (AutoCloseable unused =
        fake.arbiter.worker(
            second,
            FakeArbiter.workerOptions("pool").withHandlers(Runnable::run),
            one -> {
              more.add(one.lease().acquireMore(LockRequest.upload("acme", "ann", "/a/b")));
              return JobOutcome.DONE;
            })) {
      assertThat(job.outcome()).isCompletedWithValue(new TicketOutcome.Done(null));
    }
    assertThat(granted(more.get(0)).lock().owner()).isEqualTo(new Owner("ann", "job-7"));
  }

  private Owner sentOwner(String lockId) {
    return fake.sent(Acquire.class).stream()
        .filter(acquire -> acquire.commandId().equals(lockId))
        .findFirst()
        .orElseThrow()
        .fields()
        .owner();
  }
}
