package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.Renew;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders that are asked to let go. */
class YieldTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");

  private final FakeClients fake = new FakeClients();
  private final Lease lease = granted(fake.client.acquireAsync(UPLOAD));
  private final List<LostReason> losses = losses(lease);

  @Test
  void politeRequest_changesNothing() {
    fake.arbiter.askToYield(lease, "u2", null, "to be deleted");
    fake.passMs(60_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  /** Others may have the lock from then on, whatever the lease was before. */
  @Test
  void endThatIsAttached_isTheSafeEnd() {
    fake.arbiter.askToYield(lease, "ops", Duration.ofSeconds(10), "maintenance");

    fake.passMs(9_499);
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    fake.passMs(600);

    assertThat(losses).containsExactly(new LostReason.Forced("ops", "maintenance"));
    assertThat(fake.sent(Renew.class)).hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(lease.release().join()).isEqualTo(new ReleaseResult.Forced("ops", "maintenance"));
  }

  @Test
  void endBeyondTheLease_isRenewedUpTo() {
    fake.arbiter.askToYield(lease, "ops", Duration.ofSeconds(50), null);

    fake.passMs(49_499);
    assertThat(lease.isValid()).isTrue();
    fake.passMs(1);

    assertThat(losses).containsExactly(new LostReason.Forced("ops", null));
    assertThat(fake.sent(Renew.class)).hasSizeBetween(3, 4);
  }
}
