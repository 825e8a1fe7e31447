package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Locks with a longest hold. */
class MaxHoldTest {
  private static final LockRequest UPLOAD =
      LockRequest.upload(ACCOUNT, "u1", "/docs/a").maxHold(Duration.ofSeconds(50));

  private final FakeClients fake = new FakeClients();

  @Test
  void lock_isHeldNoLongerAndRenewedNoMoreThanThatGains() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);

    fake.passMs(49_499);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    assertThat(fake.sent(Renew.class)).hasSizeBetween(2, 3);
    assertThat(warnings).hasSize(1);
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    fake.passMs(600);

    assertThat(losses).containsExactly(new LostReason.Expired(endOf(lease)));
    assertThat(warnings).hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(lease.release().join()).isEqualTo(new ReleaseResult.Expired(endOf(lease)));
  }

  @Test
  void lockThatIsHeldShorterThanALease_isNotRenewed() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD.maxHold(Duration.ofSeconds(1))));
    List<LostReason> losses = losses(lease);

    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(500));
    fake.passMs(600);

    assertThat(fake.sent(Renew.class)).isEmpty();
    assertThat(losses).containsExactly(new LostReason.Expired(grantedAt(lease).plusSeconds(1)));
  }

  /** An answer in the last lease is no reason to begin renewing again. */
  @Test
  void lastLeaseThatIsConfirmed_isStillNotRenewed() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD.maxHold(Duration.ofSeconds(20))));
    for (int second = 0; second < 19; second++) {
      assertThat(lease.confirm()).isCompletedWithValue(true);
      fake.passMs(1_000);
    }

    assertThat(fake.sent(Renew.class)).hasSize(19);
    assertThat(lease.isValid()).isTrue();
  }

  /** Otherwise every grant would come too late, and be returned and requested anew without end. */
  @Test
  void timeThatIsOverBeforeTheGrantCanBeUsed_isRefused() {
    LockClient other = fake.open(options -> options.withClockDifference(Duration.ofSeconds(2)));

    assertThatThrownBy(() -> other.acquireAsync(UPLOAD.maxHold(Duration.ofSeconds(2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("maxHold=PT2S, expected more than clockDifference=PT2S: ");
    assertThatThrownBy(() -> other.submit("pool", UPLOAD.maxHold(Duration.ofSeconds(2))))
        .hasMessageStartingWith("maxHold=PT2S, expected more than clockDifference=PT2S: ");
    assertThat(fake.sent(Acquire.class)).isEmpty();
  }

  /** Renewals as fast as answers come would not make the lease longer. */
  @Test
  void lockOfWhichNothingUsableIsLeft_isNotTakenOverAndAskedForInItsTime() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD.maxHold(Duration.ofSeconds(20))));
    LockClient other = fake.open(options -> options);
    fake.passMs(19_600);
    int before = fake.sent(Renew.class).size();
    fake.arbiter.delayEvents(Duration.ofMillis(1));

    CompletableFuture<Lease> adopted = other.adopt(ACCOUNT, lease.lockId(), lease.lock().owner());
    fake.passMs(300);
    assertThat(adopted).isNotDone();
    fake.passMs(4_700);
    assertThat(fake.sent(Renew.class)).hasSize(before + 2);
    assertThatThrownBy(adopted::join)
        .hasCauseInstanceOf(LockRefusedException.class)
        .hasMessageContaining("NOT_HELD");
  }

  @Test
  void jobThatWasHeldAsLongAsItMayBe_isNotSaidToBeForgotten() {
    Ticket ticket = fake.client.submit("pool", UPLOAD, "job-7");
    Lease lease = granted(fake.client.adopt(ACCOUNT, "job-7", new Owner("u1", "job-7")));
    fake.passMs(51_000);
    assertThat(lease.isValid()).isFalse();
    assertThat(ticket.outcome().join().message())
        .contains("the lock was granted, and held as long as its request said, maxHold");

    Ticket forgotten = fake.client.submit("pool", UPLOAD, "job-8");
    fake.passMs(51_000);
    assertThat(forgotten.outcome().join().message()).contains("for nobody renewed it");
  }

  @Test
  void bounds_areChecked() {
    assertThatThrownBy(() -> UPLOAD.maxHold(Duration.ofMillis(999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxHold=PT0.999S, expected PT1S to PT24H");
    assertThat(UPLOAD.maxHold(Duration.ZERO).maxHold()).isZero();
  }

  private Instant endOf(Lease lease) {
    return grantedAt(lease).plusSeconds(50);
  }

  private Instant grantedAt(Lease lease) {
    return fake.arbiter.events().stream()
        .filter(event -> event instanceof Granted granted && granted.token() == lease.token())
        .map(Event::head)
        .map(head -> Instant.ofEpochMilli(head.at()))
        .findFirst()
        .orElseThrow();
  }
}
