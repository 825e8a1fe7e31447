package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The worker counts the same end that the ticket tells, even if nobody answers for a while. */
class UnansweredReleaseTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClientOptions direct =
      FakeArbiter.options()
          .withCallbacks(Runnable::run)
          .withLossCallbacks(Runnable::run)
          .withAnswerTimeout(Duration.ofSeconds(5));
  private final LockClient gateway = arbiter.client(direct);
  private final LockClient client = arbiter.client(direct);
  private final List<String> handled = new ArrayList<>();
  private final List<String> reports = new ArrayList<>();
  private final JobListener listener =
      new JobListener() {
        @Override
        public void done(Job job, ReleaseResult release) {
          reports.add("done, " + release.message());
        }

        @Override
        public void lost(Job job, LostReason reason) {
          reports.add("lost, " + reason.word());
        }
      };

  private Ticket workedOff() {
    var unused =
        arbiter.worker(
            client,
            FakeArbiter.workerOptions("pool").withHandlers(Runnable::run).withListener(listener),
            job -> {
              handled.add(job.lockId());
              return JobOutcome.DONE;
            });
    Ticket ticket = gateway.submit("pool", UPLOAD, "job-7");
    assertThat(handled).containsExactly("job-7");
    return ticket;
  }

  @Test
  void releaseThatArrivesLate_isDoneForBoth() {
    arbiter.loseCommands(Release.class::isInstance);
    Ticket ticket = workedOff();
    arbiter.pass(Duration.ofSeconds(12));
    assertThat(reports).isEmpty();
    arbiter.loseCommands(command -> false);
    arbiter.pass(Duration.ofSeconds(5));

    assertThat(ticket.outcome()).isCompletedWithValue(new TicketOutcome.Done(null));
    assertThat(reports).singleElement().asString().startsWith("done, released after ");
    assertThat(handled).hasSize(1);
  }

  @Test
  void releaseThatNeverArrivesInTime_isLostForBoth() {
    arbiter.loseCommands(Release.class::isInstance);
    Ticket ticket = workedOff();
    arbiter.pass(Duration.ofSeconds(40));
    assertThat(ticket.outcome()).isCompleted();
    assertThat(ticket.outcome().join()).isInstanceOf(TicketOutcome.Lost.class);
    arbiter.loseCommands(command -> false);
    arbiter.pass(Duration.ofSeconds(5));

    assertThat(reports).containsExactly("lost, expired");
    assertThat(handled).hasSize(1);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void workerThatIsClosedMeanwhile_leavesTheJobToTheNext() throws Exception {
    arbiter.loseCommands(Release.class::isInstance);
    Ticket ticket = gateway.submit("pool", UPLOAD, "job-7");
    AutoCloseable worker =
        arbiter.worker(
            client,
            FakeArbiter.workerOptions("pool").withHandlers(Runnable::run).withListener(listener),
            job -> JobOutcome.DONE);
    arbiter.pass(Duration.ofSeconds(6));
    worker.close();
    arbiter.pass(Duration.ofSeconds(10));
    arbiter.loseCommands(command -> false);

    assertThat(reports).isEmpty();
    workAgain();
    assertThat(ticket.outcome()).isCompletedWithValue(new TicketOutcome.Done(null));
  }

  private void workAgain() {
    var unused =
        arbiter.worker(
            client,
            FakeArbiter.workerOptions("pool").withHandlers(Runnable::run).withListener(listener),
            job -> JobOutcome.DONE);
  }
}
