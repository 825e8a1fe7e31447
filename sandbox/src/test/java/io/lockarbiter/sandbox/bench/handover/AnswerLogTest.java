package io.lockarbiter.sandbox.bench.handover;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AnswerLogTest {
  @Test
  void logTime_isFoundInAnEvent() {
    assertThat(
            loggedAtMs(
                "{\"v\":1,\"type\":\"granted\",\"seq\":1042,\"at\":1795172400123,\"account\":\"at\"}"))
        .isEqualTo(1_795_172_400_123L);
  }

  @Test
  void whatIsNoEvent_isRefused() {
    assertThatThrownBy(() -> loggedAtMs("{\"v\":1}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an event without at: {\"v\":1}");
  }

  private static long loggedAtMs(String event) {
    return AnswerLog.loggedAtMs(event.getBytes(US_ASCII));
  }
}
