package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The traps of {@code sdk/traps/faults.json} for this client, by the names that they have there.
 */
class FaultTrapsTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", "/docs/a");

  private final FakeClients fake = new FakeClients();

  /** Without a word of the arbiter's the client knows of no window for copies. */
  @BeforeEach
  void tellWindow() {
    fake.tellWindow();
  }

  /** Reads an event about the request that was asked last. */
  private void read(String type, String more) {
    String id = fake.sent(Acquire.class).get(0).lockId();
    ((HoldingLockClient) fake.client)
        .accept(
            EventCodec.decode(
                """
                {"v":1,"type":"%s","seq":9,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"ann",%s}"""
                    .formatted(type, id, id, more)
                    .getBytes(UTF_8)));
  }

  @Test
  void answerThatIsLost_isAskedForAgainUnderTheSameKey() {
    fake.arbiter.loseEvents(event -> event instanceof Granted && !event.repeated());
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(1_200);

    Lease lease = granted(asked);
    assertThat(fake.sent(Acquire.class))
        .hasSize(2)
        .extracting(AccountCommand::commandId)
        .containsOnly(lease.lockId());
    assertThat(fake.sent(Renew.class)).as("nobody knows since when its lease counts").hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void safeEnd_countsFromBeforeTheRequest() {
    fake.arbiter.delayEvents(Duration.ofMillis(700));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(700);

    assertThat(granted(asked).remaining()).isEqualTo(Duration.ofMillis(29_500 - 700));
  }

  /** This client releases it and asks anew, which is as good. */
  @Test
  void answerThatComesAfterItsSafeEnd_isRenewedBeforeUse() {
    fake.arbiter.delayEvents(Duration.ofMillis(500));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.leaseOf(Duration.ofSeconds(1)));
    fake.passMs(499);
    fake.arbiter.delayEvents(Duration.ZERO);
    assertThat(asked).isNotDone();
    fake.passMs(1);

    assertThat(granted(asked).remaining()).isEqualTo(Duration.ofMillis(500));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void gatewayThatHangsWhileALockIsHeld_isReplacedByTheOtherInTime() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD.leaseOf(Duration.ofSeconds(3))));
    AtomicInteger renewals = new AtomicInteger();
    fake.arbiter.loseCommands(
        command -> command instanceof Renew && renewals.incrementAndGet() % 2 == 1);

    fake.passMs(30_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(renewals).hasValueGreaterThan(10);
  }

  @Test
  void answerThatDoesNotCome_isAskedForAgain() {
    fake.arbiter.loseCommands(command -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(2_000);

    assertThat(granted(asked).isValid()).isTrue();
    assertThat(fake.client.statistics().resent()).isEqualTo(1);
  }

  @Test
  void unknownFieldsAndStates_areIgnored() {
    fake.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    read("pondering", "\"mood\":{\"deep\":[1]}");
    assertThat(asked).isNotDone();
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(2_000);

    assertThat(granted(asked).isValid()).isTrue();
  }

  @Test
  void unknownReason_isRefusedAndNotRepeated() {
    fake.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    read("rejected", "\"reason\":\"FULL_MOON\",\"message\":\"wait\"");
    fake.passMs(5_000);

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOfSatisfying(
            LockRefusedException.class,
            refused -> assertThat(refused.reasonWord()).isEqualTo("FULL_MOON"));
    assertThat(fake.sent(Acquire.class)).hasSize(1);
  }

  @Test
  void gatewaysThatStayAway_areGivenUp_andTheRequestIsWithdrawn() {
    fake.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    fake.passMs(45_000);

    assertThatThrownBy(asked::join).cause().isInstanceOf(ArbiterUnreachableException.class);
    assertThat(fake.sent(Release.class)).isNotEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }
}
