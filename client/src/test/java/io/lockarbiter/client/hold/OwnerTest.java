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

  @Test
  void requestsOfOneClient_areOneOwner() {
    Lease lease = granted(first.acquireAsync(UPLOAD));

    Lease again = granted(first.acquireAsync(UPLOAD));
    assertThat(again.lock().owner()).isEqualTo(lease.lock().owner());
    assertThat(lease.lock().owner().subAccount()).isEqualTo("ann");
    assertThat(lease.lock().owner().session()).startsWith("client-").hasSizeGreaterThan(40);
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
