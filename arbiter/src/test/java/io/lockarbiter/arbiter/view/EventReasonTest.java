package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.store.EncodedEvent;
import org.junit.jupiter.api.Test;

class EventReasonTest {
  @Test
  void rejected_hasItsReason() {
    assertThat(
            reason(
                EventType.REJECTED,
                "{\"v\":1,\"type\":\"rejected\",\"reason\":\"CONFLICT\",\"message\":\"x\"}"))
        .isEqualTo("CONFLICT");
  }

  @Test
  void attributesAndComments_doNotPassForIt() {
    assertThat(
            reason(
                EventType.RELEASED,
                "{\"attributes\":{\"reason\":\"mine\"},\"reason\":\"FORCED\",\"comment\":\"\\\"reason\\\":\\\"no\\\"\"}"))
        .isEqualTo("FORCED");
  }

  @Test
  void granted_hasNone() {
    assertThat(reason(EventType.GRANTED, "{\"attributes\":{\"reason\":\"mine\"}}"))
        .isEqualTo("none");
  }

  private static String reason(EventType type, String json) {
    return EventReason.of(
        new EncodedEvent(1, type, "acme", null, null, null, false, json.getBytes(UTF_8)));
  }
}
