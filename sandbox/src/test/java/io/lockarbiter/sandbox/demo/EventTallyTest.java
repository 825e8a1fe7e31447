package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.RejectReason;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventTallyTest {
  private static final String HEAD =
      "{\"v\":1,\"type\":\"%s\",\"seq\":1,\"at\":1,\"account\":\"acme\",\"commandId\":\"c\",\"cause\":{\"partition\":0,\"offset\":0},\"lockId\":\"c\",\"subAccount\":\"u1\",";
  private static final String UPLOAD =
      "\"operation\":\"UPLOAD\",\"path\":\"/p/f\",\"targets\":[{\"path\":\"/p/f\",\"mode\":\"PUT\"}],\"leaseMs\":1000,";
  private static final String GRANTED =
      HEAD.formatted("granted") + UPLOAD + "\"token\":1,\"expiresAt\":2,\"waitedMs\":0";

  private final EventTally tally = new EventTally();

  @Test
  void held_isWhatWasGrantedAndNotReleased() {
    count(GRANTED + "}");
    count(GRANTED + "}");
    count(
        HEAD.formatted("released") + UPLOAD + "\"reason\":\"RELEASED\",\"token\":1,\"heldMs\":1}");

    assertThat(tally.granted()).isEqualTo(2);
    assertThat(tally.held()).isEqualTo(1);
  }

  @Test
  void repeatedEvents_countNotAgain() {
    count(GRANTED + "}");
    count(GRANTED + ",\"repeated\":true}");

    assertThat(tally.granted()).isEqualTo(1);
  }

  @Test
  void conflict_isCountedByReasonAndToldInWords() {
    count(
        HEAD.formatted("rejected")
            + UPLOAD
            + "\"reason\":\"CONFLICT\",\"message\":\"m\",\"blockedBy\":[{\"lockId\":\"x\",\"subAccount\":\"u2\",\"session\":\"s\",\"operation\":\"DELETE\",\"path\":\"/p\",\"mode\":\"DELETE\",\"expiresAt\":9,\"relation\":\"ANCESTOR\",\"waiting\":false}]}");

    assertThat(tally.rejected()).isEqualTo(1);
    assertThat(tally.rejections()).containsExactly(java.util.Map.entry(RejectReason.CONFLICT, 1L));
    assertThat(tally.recentRejections())
        .containsExactly("acme: u1 UPLOAD /p/f, but u2/s has DELETE /p");
  }

  private void count(String event) {
    tally.count(EventCodec.decode(event.getBytes(StandardCharsets.UTF_8)));
  }
}
