package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rule that determines until when a lease is safe to use. */
class SafeEndTest {
  private static final LockFields LOCK =
      RequestCommands.acquire(
              LockRequest.upload("acme", "u1", "/a"), new Owner("u1", null), "l1", null)
          .fields();
  private static final EventHead HEAD = new EventHead(5, 1_000_000, "acme", "l1", new Cause(0, 1));
  private static final long SENT_AT = Duration.ofSeconds(77).toNanos();

  private final SafeEnd safeEnd = new SafeEnd(Duration.ofMillis(500));

  @Test
  void directGrant_countsFromTheSend() {
    Granted granted = new Granted(HEAD, LOCK, 5, 1_030_000, 0, false);

    assertThat(safeEnd.of(granted, SENT_AT)).isEqualTo(Duration.ofMillis(106_500).toNanos());
  }

  @Test
  void grantAfterAWait_countsFromTheSendPlusTheWait() {
    Granted granted = new Granted(HEAD, LOCK, 5, 1_030_000, 12_000, false);

    assertThat(safeEnd.of(granted, SENT_AT)).isEqualTo(Duration.ofMillis(118_500).toNanos());
  }

  @Test
  void repeatedGrant_isRefused() {
    Granted granted = new Granted(HEAD, LOCK, 3, 1_030_000, 0, true);

    assertThatThrownBy(() -> safeEnd.of(granted, SENT_AT))
        .hasMessage("lockId=l1: a repeated grant does not say when its lease began");
  }

  @Test
  void renewal_countsFromItsOwnSend() {
    Renewed renewed = new Renewed(HEAD, LOCK, 3, 1_060_000, 900_000, 0, null);

    long end = safeEnd.of(renewed, SENT_AT);

    assertThat(end).isEqualTo(Duration.ofMillis(136_500).toNanos());
  }

  @Test
  void leaseIsUsable_lessTheClockDifference() {
    assertThat(safeEnd.usable(Duration.ofMillis(30_000))).isEqualTo(Duration.ofMillis(29_500));
  }
}
