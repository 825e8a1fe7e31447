package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The ends of submitted jobs, as their submitter sees them. */
class TicketTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");
  private static final LockRequest DELETE = LockRequest.delete("acme", "u2", "/");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient gateway = open(options -> options);
  private final LockClient workers = open(options -> options);

  private LockClient open(UnaryOperator<LockClientOptions> change) {
    return arbiter.client(
        change.apply(
            FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run)));
  }

  private void work(JobOutcome outcome) {
    var unused =
        arbiter.worker(
            workers, FakeArbiter.workerOptions("pool").withHandlers(Runnable::run), job -> outcome);
  }

  private static TicketOutcome outcome(Ticket ticket) {
    assertThat(ticket.outcome()).isCompleted();
    return ticket.outcome().join();
  }

  private static LockWithdrawnException withdrawn(Ticket ticket) {
    assertThat(outcome(ticket)).isInstanceOf(TicketOutcome.Lost.class);
    return (LockWithdrawnException) ((TicketOutcome.Lost) outcome(ticket)).why();
  }

  private static LockRefusedException refused(Ticket ticket) {
    assertThat(outcome(ticket)).isInstanceOf(TicketOutcome.Lost.class);
    return (LockRefusedException) ((TicketOutcome.Lost) outcome(ticket)).why();
  }

  @Test
  void jobThatIsDone_isTold() {
    Ticket ticket = gateway.submit("pool", UPLOAD);
    assertThat(ticket.submitted()).isCompletedWithValue(ticket.lockId());
    arbiter.pass(Duration.ofSeconds(10));
    assertThat(ticket.outcome()).isNotDone();
    work(JobOutcome.DONE);

    assertThat(outcome(ticket)).isEqualTo(new TicketOutcome.Done(null));
  }

  @Test
  void howTheHandlerEnded_isTold() {
    assertThat(outcomeOf(job -> JobOutcome.done("7 pages")))
        .isEqualTo(new TicketOutcome.Done("7 pages"));
    assertThat(outcomeOf(job -> JobOutcome.GONE)).isEqualTo(new TicketOutcome.Gone());
    assertThat(outcomeOf(job -> JobOutcome.failed("no such image")))
        .isEqualTo(new TicketOutcome.Failed("no such image"));
  }

  @Test
  void exceptionOfAHandler_isToldWithoutItsMessage() {
    GrantHandler throwing =
        job -> {
          throw new IllegalStateException("password=hunter2 " + "x".repeat(2_000));
        };

    assertThat(outcomeOf(throwing))
        .isEqualTo(new TicketOutcome.Failed("java.lang.IllegalStateException"));
  }

  private TicketOutcome outcomeOf(GrantHandler handler) {
    Ticket ticket = gateway.submit("pool", UPLOAD);
    GrantWorkerOptions options = FakeArbiter.workerOptions("pool").withHandlers(Runnable::run);
    try (AutoCloseable unused = arbiter.worker(workers, options, handler)) {
      return outcome(ticket);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void jobThatNobodyTook_isLost() {
    Ticket ticket = gateway.submit("nobody", UPLOAD);
    arbiter.pass(Duration.ofSeconds(31));

    assertThat(withdrawn(ticket).reason()).isEqualTo(ReleaseReason.EXPIRED);
    assertThat(outcome(ticket).message()).contains("its lease ran out, for nobody renewed it");
  }

  @Test
  void jobThatAnOperatorEnded_isLostWithHisName() {
    Ticket ticket = gateway.submit("nobody", UPLOAD);
    gateway.forceRelease("acme", ticket.lockId(), "ops", "device lost").join();

    assertThat(withdrawn(ticket).by()).isEqualTo("ops");
    assertThat(withdrawn(ticket).comment()).isEqualTo("device lost");
  }

  @Test
  void jobThatIsRefusedOrWaitsInVain_isLost() {
    var unused = workers.acquireAsync(UPLOAD).join();
    Ticket refused = gateway.submit("pool", DELETE);
    Ticket waiting = gateway.submit("pool", DELETE.waitingUpTo(Duration.ofSeconds(5)));
    assertThat(refused(refused).reason()).isEqualTo(RejectReason.CONFLICT);
    assertThat(refused.submitted()).isCompletedExceptionally();
    assertThat(waiting.submitted()).isCompleted();
    assertThat(waiting.outcome()).isNotDone();
    arbiter.pass(Duration.ofSeconds(6));

    assertThat(refused(waiting).reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
  }

  @Test
  void closedClient_cannotTellAnyMore() {
    Ticket ticket = gateway.submit("nobody", UPLOAD);
    gateway.close();

    assertThat(outcome(ticket).message())
        .isEqualTo(
            "unknown: the client was closed before the job ended. Submit it again under the same id to find out; if it may have ended more than a minute ago, check its work first");
    assertThat(outcome(gateway.submit("nobody", UPLOAD)))
        .isEqualTo(new TicketOutcome.Unknown("the lock client is closed"));
  }

  /** The events of the lock are addressed to the gateway that crashed. */
  @Test
  void submissionAgainAfterACrash_endsWithTheOutcome() {
    Ticket first = gateway.submit("pool", UPLOAD, "upload-77");
    arbiter.pass(Duration.ofSeconds(5));
    LockClient restarted = open(options -> options);
    Ticket again = restarted.submit("pool", UPLOAD, "upload-77");
    assertThat(again.submitted()).isCompletedWithValue("upload-77");
    assertThat(again.outcome()).isNotDone();
    work(JobOutcome.DONE);

    assertThat(outcome(again)).isEqualTo(new TicketOutcome.Done(null));
    assertThat(outcome(first)).isEqualTo(new TicketOutcome.Done(null));
    assertThat(arbiter.events().stream().filter(Granted.class::isInstance)).hasSize(2);
  }

  @Test
  void submissionAgainAfterTheEnd_saysWhatTheArbiterRemembers() {
    gateway.submit("pool", UPLOAD, "expires");
    arbiter.pass(Duration.ofSeconds(31));
    work(JobOutcome.DONE);
    gateway.submit("pool", UPLOAD, "done");

    assertThat(withdrawn(gateway.submit("pool", UPLOAD, "expires")).reason())
        .isEqualTo(ReleaseReason.EXPIRED);
    Ticket done = gateway.submit("pool", UPLOAD, "done");
    assertThat(done.submitted()).isCompletedWithValue("done");
    assertThat(outcome(done).message()).contains("a worker or a releaseAll has released the lock");
  }

  @Test
  void anotherRequestUnderTheId_endsOnlyItsOwnTicket() {
    Ticket ticket = gateway.submit("pool", UPLOAD, "upload-77");
    Ticket other = gateway.submit("pool", DELETE, "upload-77");

    assertThat(refused(other).reason()).isEqualTo(RejectReason.ID_CONFLICT);
    assertThat(ticket.outcome()).isNotDone();
    work(JobOutcome.DONE);
    assertThat(outcome(ticket)).isEqualTo(new TicketOutcome.Done(null));
  }

  @Test
  void answerThatIsLost_isAskedForAgain() {
    gateway.submit("nobody", LockRequest.upload("acme", "u1", "/b"));
    arbiter.loseEvents(event -> true);
    Ticket ticket = gateway.submit("pool", UPLOAD);
    arbiter.pass(Duration.ofSeconds(1));
    arbiter.loseEvents(event -> false);
    arbiter.pass(Duration.ofSeconds(5));
    assertThat(ticket.submitted()).isCompletedWithValue(ticket.lockId());
    work(JobOutcome.DONE);

    assertThat(outcome(ticket)).isEqualTo(new TicketOutcome.Done(null));
  }

  @Test
  void gapWhileTheLockIsRemembered_isBridged() {
    Ticket lives = gateway.submit("pool", UPLOAD);
    Ticket ended = gateway.submit("pool", LockRequest.upload("acme", "u1", "/b"));
    arbiter.loseEvents(event -> true);
    workers.forceRelease("acme", ended.lockId(), "ops", null);
    arbiter.loseEvents(event -> false);
    assertThat(ended.outcome()).isNotDone();
    arbiter.reportGap();

    assertThat(withdrawn(ended).reason()).isEqualTo(ReleaseReason.FORCED);
    assertThat(lives.outcome()).isNotDone();
    work(JobOutcome.DONE);
    assertThat(outcome(lives)).isEqualTo(new TicketOutcome.Done(null));
  }

  /** Every renewal by a worker shows that the lock is alive, so a copy is still recognised. */
  @Test
  void gapInALongJob_isBridged() {
    Ticket ticket = gateway.submit("pool", UPLOAD);
    var lease = workers.adopt("acme", ticket.lockId(), new Owner("u1", ticket.lockId())).join();
    arbiter.pass(Duration.ofMinutes(10));
    arbiter.reportGap();
    assertThat(ticket.outcome()).isNotDone();
    lease.release().join();

    assertThat(outcome(ticket)).isEqualTo(new TicketOutcome.Done(null));
  }

  /** A copy could be taken for a new request, and the job be done twice. */
  @Test
  void gapThatWasTooLong_isToldAndNothingIsAskedAnew() {
    Ticket ticket = gateway.submit("pool", UPLOAD);
    arbiter.loseEvents(event -> true);
    arbiter.pass(Duration.ofMinutes(10));
    int before = arbiter.commands().size();
    arbiter.loseEvents(event -> false);
    arbiter.reportGap();

    assertThat(outcome(ticket).message())
        .startsWith("unknown: events were missed (reported on request). Submit it again");
    assertThat(arbiter.commands()).hasSize(before);
  }

  @Test
  void ticketsThatHaveNotEnded_areBounded() {
    LockClient bounded = open(options -> options.withMaxTickets(2));
    Ticket first = bounded.submit("pool", UPLOAD);
    bounded.submit("pool", LockRequest.upload("acme", "u1", "/b"));
    Ticket third = bounded.submit("pool", LockRequest.upload("acme", "u1", "/c"));

    assertThatThrownBy(third.submitted()::join)
        .cause()
        .isInstanceOf(ClientBusyException.class)
        .hasMessageStartingWith("2 submitted jobs have not ended, maxTickets=2, with");
    assertThat(((TicketOutcome.Lost) outcome(third)).why()).isInstanceOf(ClientBusyException.class);
    bounded.forceRelease("acme", first.lockId(), "ops", null).join();
    assertThat(bounded.submit("pool", UPLOAD).submitted()).isCompleted();
  }

  /** The bound is 256 MiB of the heap, whatever their number. */
  @Test
  void largestTickets_areBoundedInBytes() {
    LockRequest large = UPLOAD.attribute("job", "\u0001".repeat(4_000));
    arbiter.stop();
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      tickets.add(gateway.submit("pool", large, "job" + i));
    }

    assertThat(tickets.get(2_500).outcome()).isNotDone();
    assertThat(((TicketOutcome.Lost) outcome(tickets.get(5_999))).why())
        .isInstanceOf(ClientBusyException.class)
        .hasMessageContaining("of 268435456 bytes");
  }
}
