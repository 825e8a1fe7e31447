package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check-out that waits, and another process that asks for it under the same id. */
class AskedAgainCheckOutTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final String PATH = "/docs/plan.docx";
  private static final String ID = "plan-1";
  private static final LockRequest PLAN =
      LockRequest.checkOut(ACCOUNT, "ann", PATH).waitingUpTo(Duration.ofMinutes(10));

  private final FakeClients fake = new FakeClients();
  private final LockClient restarted = fake.open(options -> options);
  private final Lease upload =
      granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", PATH)));

  @Test
  void grant_isToldToBothProcesses() {
    CompletableFuture<CheckOut> first = fake.client.checkOut(PLAN, WEEK, null, ID);
    fake.arbiter.pass(Duration.ofMinutes(4));
    CompletableFuture<CheckOut> second = restarted.checkOut(PLAN, WEEK, null, ID);
    fake.arbiter.pass(Duration.ofMinutes(3));
    upload.close();
    fake.passMs(30_000);

    assertThat(granted(second).until()).isEqualTo(granted(first).until());
  }

  /**
   * An operator ends the request, and the process that asked for it again is cut off for longer
   * than ended ids are remembered. A copy that it sent after that would be a new request.
   *
   * @param seconds the time between the requests of the two processes
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 30, 240})
  void processThatIsCutOff_sendsNoCopyAfterTheIdIsForgotten(int seconds) {
    fake.client.checkOut(PLAN, WEEK, null, ID);
    fake.arbiter.pass(Duration.ofSeconds(seconds));
    CompletableFuture<CheckOut> second = restarted.checkOut(PLAN, WEEK, null, ID);
    fake.passMs(1_000);
    fake.arbiter.loseCommands(Acquire.class::isInstance);
    fake.arbiter.loseEvents(event -> true);
    fake.client.forceRelease(ACCOUNT, ID, "ops", "nothing is checked out before the audit");
    upload.release();
    assertThat(fake.sent(ForceRelease.class)).isNotEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    fake.passMs(120_000);
    fake.arbiter.loseCommands(command -> false);
    fake.arbiter.loseEvents(event -> false);
    fake.arbiter.pass(Duration.ofMinutes(12));

    assertThat(fake.arbiter.locks(ACCOUNT)).as("what no operator expects").isEmpty();
    assertThatThrownBy(second::join).cause().isInstanceOf(ArbiterUnreachableException.class);
  }
}
