package io.lockarbiter.trial.bench.stage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EventFieldTest {
  private static final byte[] EVENT =
      "{\"v\":1,\"beat\":3,\"type\":\"released\",\"seq\":1042,\"at\":1795172400123,\"account\":\"at\",\"expiresAt\":17,\"reason\":\"EXPIRED\"}"
          .getBytes(US_ASCII);

  @Test
  void number_isFoundInAnEvent() {
    assertThat(new EventField("at").number(EVENT)).isEqualTo(1_795_172_400_123L);
    assertThat(new EventField("expiresAt").number(EVENT)).isEqualTo(17);
  }

  @Test
  void word_isFoundInAnEvent() {
    assertThat(new EventField("reason").word(EVENT)).isEqualTo("EXPIRED");
  }

  @Test
  void whatIsNoEvent_isRefused() {
    assertThatThrownBy(() -> new EventField("at").number("{\"v\":1}".getBytes(US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an event without at: {\"v\":1}");
  }
}
