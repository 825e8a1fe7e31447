package io.lockarbiter.trial.bench.lateness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.codec.EventCodec;
import org.junit.jupiter.api.Test;

/** Lateness in a made-up history; the lease ends at 1,500, the wait at 900. */
class DueTest {
  private static final String FIELDS =
      "\"lockId\":\"%1$s\",\"subAccount\":\"u1\",\"operation\":\"UPLOAD\",\"path\":\"/a\",\"targets\":[{\"path\":\"/a\",\"mode\":\"PUT\"}],\"leaseMs\":1500,";
  private static final String HEAD =
      "{\"v\":1,\"type\":\"%2$s\",\"seq\":1,\"at\":%3$d,\"account\":\"acme\",\"commandId\":\"%1$s\",\"cause\":{\"partition\":0,\"offset\":0},";

  private final Due due = new Due();

  @Test
  void leaseThatExpires_isLateByItsEvent() {
    granted("h-1", 0, 0);
    read("h-1", "released", 1_510, "\"reason\":\"EXPIRED\",\"token\":1,\"heldMs\":1510}", 1_517);

    assertThat(due.lateMs(Due.Kind.EXPIRED)).containsExactly(17L);
    assertThat(due.count()).isEqualTo(1);
  }

  @Test
  void waitingRequest_isDueWhenTheLeaseInFrontOfItEnds() {
    granted("h-1", 0, 0);
    queued("w-1");
    granted("w-1", 1_510, 1_510);

    assertThat(due.lateMs(Due.Kind.GRANTED)).containsExactly(10L);
    assertThat(due.lateMs(Due.Kind.TIMED_OUT)).isEmpty();
  }

  @Test
  void waitThatTimesOut_isDueAtItsDeadline() {
    queued("w-1");
    read("w-1", "rejected", 904, "\"reason\":\"WAIT_TIMEOUT\",\"message\":\"m\"}", 905);

    assertThat(due.lateMs(Due.Kind.TIMED_OUT)).containsExactly(5L);
  }

  @Test
  void whatNothingAskedFor_isRefused() {
    assertThatThrownBy(
            () -> read("w-1", "rejected", 1, "\"reason\":\"CONFLICT\",\"message\":\"m\"}", 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("an event that nothing here asked for: ");
  }

  private void granted(String id, long at, long waitedMs) {
    read(
        id,
        "granted",
        at,
        "\"token\":1,\"expiresAt\":%d,\"waitedMs\":%d}".formatted(at + 1_500, waitedMs),
        at);
  }

  private void queued(String id) {
    read(id, "queued", 0, "\"position\":1,\"deadline\":900,\"requestedAt\":0,\"blockedBy\":[]}", 0);
  }

  private void read(String id, String type, long at, String rest, long appendedAtMs) {
    String event = (HEAD + FIELDS).formatted(id, type, at) + rest;
    due.read(EventCodec.decode(event.getBytes(UTF_8)), appendedAtMs);
  }
}
