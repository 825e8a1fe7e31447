package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Locks that are kept for days, whatever becomes of the process that asked for them. */
class KeptForTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final LockRequest KEPT =
      LockRequest.upload(ACCOUNT, "u1", "/docs/plan.docx").session("office").keptFor(WEEK);

  private final FakeClients fake = new FakeClients();

  @Test
  void lockOfAProcessThatDied_livesOnAndIsTakenUpByAnother() {
    LockClient dying = fake.open(options -> options);
    Lease lease = granted(dying.acquireAsync(KEPT));
    lease.abandon();
    fake.arbiter.pass(Duration.ofDays(6));
    assertThat(fake.sent(Renew.class)).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);

    Lease adopted = granted(fake.client.adopt(ACCOUNT, lease.lockId(), new Owner("u1", "office")));
    assertThat(adopted.token()).isEqualTo(lease.token());
    assertThat(adopted.remaining()).isEqualTo(WEEK.minusMillis(500));
    assertThat(adopted.lock().lease()).isEqualTo(WEEK);
    assertThat(adopted.release())
        .isCompletedWithValue(new ReleaseResult.Released(Duration.ofDays(6)));
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void lockThatNobodyTakesUp_endsWhenItsTimeIsOver() {
    granted(fake.client.acquireAsync(KEPT)).abandon();
    fake.arbiter.pass(WEEK.minusMillis(1));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    fake.passMs(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** The events that tell it again answer nobody, and end nothing. */
  @Test
  void leaseOfALivingProcess_isRenewedAtAThirdOfItsTime() {
    Lease lease = granted(fake.client.acquireAsync(KEPT));
    List<LostReason> losses = losses(lease);
    fake.arbiter.pass(Duration.ofDays(3));

    assertThat(fake.sent(Renew.class)).hasSize(1);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.remaining()).isGreaterThan(Duration.ofDays(6));
    assertThat(losses).isEmpty();
    assertThat(fake.arbiter.events().stream().filter(Told.class::isInstance)).hasSize(3 * 288);
  }

  /** No renewal could ask for a week. */
  @Test
  void requestThatWaits_isQueuedWithItsWholeTime() {
    Lease other = granted(fake.client.acquireAsync(KEPT.session("other")));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(KEPT.waitingUpTo(Duration.ofMinutes(1)));
    List<Acquire> sent = fake.sent(Acquire.class);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1).fields().leaseMs()).isEqualTo(WEEK.toMillis());
    other.close();

    assertThat(granted(asked).remaining()).isEqualTo(WEEK.minusMillis(500));
    assertThat(sent.get(1).fields().attributes()).isEmpty();
  }
}
