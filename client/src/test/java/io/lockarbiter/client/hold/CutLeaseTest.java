package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases that the settings cut are renewed in time by what is left of them. */
class CutLeaseTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");

  private final FakeClients fake = new FakeClients();

  @Test
  void leaseThatIsCut_isRenewedByWhatIsLeft() {
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 2_000);
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);

    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1_500));
    fake.passMs(60_000);

    assertThat(losses).isEmpty();
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).hasSizeBetween(100, 150);
  }

  /** The first renewals change nothing, so their answers must tell that the steps are shorter. */
  @Test
  void leaseThatIsCutWhileItIsHeld_isNotLost() {
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    List<Duration> warnings = new ArrayList<>();
    lease.onWarning(warnings::add);
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 2_000);

    fake.passMs(120_000);

    assertThat(losses).isEmpty();
    assertThat(warnings).isEmpty();
    assertThat(lease.isValid()).isTrue();

    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 0);
    fake.passMs(5_000);
    int before = fake.sent(Renew.class).size();
    fake.passMs(60_000);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).hasSizeBetween(before + 4, before + 8);
  }

  /** A last lease is known by its length, as one that maxHold of the request ends. */
  @Test
  void lockWithALongestTimeOfTheSettings_isHeldUntilThen() {
    fake.arbiter.set(Setting.LONGEST_HOLD_MS, 50_000);
    Lease lease = granted(fake.client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);

    fake.passMs(49_499);
    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class)).hasSizeBetween(2, 3);
    fake.passMs(1_100);

    Instant granted = Instant.ofEpochMilli(only(Granted.class).head().at());
    assertThat(losses).containsExactly(new LostReason.Expired(granted.plusSeconds(50)));
  }

  @Test
  void checkOutThatIsCut_tellsItsEnd() {
    fake.arbiter.set(Setting.LONGEST_KEEP_MS, 3_600_000);
    CheckOut checkOut =
        granted(
            fake.client.checkOut(
                LockRequest.checkOut(ACCOUNT, "ann", "/plan"), Duration.ofDays(7), "a note"));

    Instant granted = Instant.ofEpochMilli(only(Granted.class).head().at());
    assertThat(checkOut.until()).isEqualTo(granted.plusSeconds(3_600));
    fake.passMs(60_000);
    Instant extended = checkOut.extend().join();
    assertThat(extended).isEqualTo(checkOut.until());
    assertThat(extended)
        .isEqualTo(Instant.ofEpochMilli(only(Renewed.class).head().at()).plusSeconds(3_600));
  }

  private <E extends Event> E only(Class<E> type) {
    return fake.arbiter.events().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }
}
