package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.embedded.measure.Latencies;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventTallyTest {
  private static final String HEAD =
      "{\"v\":1,\"type\":\"%s\",\"seq\":1,\"at\":1,\"account\":\"acme\",\"commandId\":\"c\",\"cause\":{\"partition\":0,\"offset\":0},\"lockId\":\"c\",\"subAccount\":\"u1\",";
  private static final String UPLOAD =
      "\"operation\":\"UPLOAD\",\"path\":\"/p/f\",\"targets\":[{\"path\":\"/p/f\",\"mode\":\"PUT\"}],\"leaseMs\":1000,";
  private static final String GRANTED =
      HEAD.formatted("granted") + UPLOAD + "\"token\":1,\"expiresAt\":2,\"waitedMs\":0";

  private static final String QUEUED =
      HEAD.formatted("queued") + UPLOAD + "\"position\":1,\"deadline\":9,\"requestedAt\":1}";

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
        .containsExactly("CONFLICT acme: u1 UPLOAD /p/f, but u2/s has DELETE /p");
  }

  @Test
  void refusalOfNamedTargets_isToldByTheFirst() {
    count(rejected("CONFLICT").replace("UPLOAD\",\"path\":\"/p/f\"", "CUSTOM\""));

    assertThat(tally.recentRejections()).containsExactly("CONFLICT acme: u1 CUSTOM /p/f");
  }

  @Test
  void cancelledWait_wasNeverHeld() {
    count(QUEUED);
    count(HEAD.formatted("released") + UPLOAD + "\"reason\":\"CANCELLED\"}");

    assertThat(tally.held()).isZero();
    assertThat(tally.queue().waiting()).isZero();
  }

  @Test
  void endOfAWait_isCountedOnceAndItsLengthTaken() {
    count(QUEUED);
    assertThat(tally.queue())
        .extracting(QueueState::waiting, QueueState::longestMs, QueueState::granted)
        .containsExactly(1L, 0L, 0L);

    count(GRANTED.replace("\"at\":1", "\"at\":701") + "}");
    count(GRANTED.replace("\"at\":1", "\"at\":901") + "}");

    assertThat(tally.queue())
        .extracting(QueueState::waiting, QueueState::longestMs, QueueState::granted)
        .containsExactly(0L, 700L, 1L);
    Latencies waits = tally.queue().waits();
    assertThat(waits.total()).isEqualTo(2);
    assertThat(waits.percentileMs(0.5)).isZero();
    assertThat(waits.percentileMs(1)).isBetween(700.0, 742.0);
  }

  @Test
  void waitInVain_isOverAndToldInWords() {
    count(QUEUED);
    count(rejected("WAIT_TIMEOUT").replace("\"at\":1", "\"at\":51"));
    count(QUEUED);
    count(rejected("PATH_GONE"));

    assertThat(tally.queue())
        .extracting(
            QueueState::waiting, QueueState::longestMs, QueueState::granted, QueueState::timedOut)
        .containsExactly(0L, 50L, 0L, 1L);
    assertThat(tally.queue().waits().total()).isEqualTo(2);
    assertThat(tally.recentRejections())
        .containsExactly("PATH_GONE acme: u1 UPLOAD /p/f", "WAIT_TIMEOUT acme: u1 UPLOAD /p/f");
  }

  @Test
  void refusalOfAnotherRequestWithTheSameId_endsNoWait() {
    count(QUEUED);
    count(rejected("ID_CONFLICT"));

    assertThat(tally.queue().waiting()).isEqualTo(1);
  }

  @Test
  void deadlock_isCounted() {
    count(rejected("DEADLOCK"));

    assertThat(tally.queue().deadlocks()).isEqualTo(1);
  }

  private static String rejected(String reason) {
    return HEAD.formatted("rejected")
        + UPLOAD
        + "\"reason\":\"%s\",\"message\":\"m\"}".formatted(reason);
  }

  private void count(String event) {
    tally.count(EventCodec.decode(event.getBytes(StandardCharsets.UTF_8)));
  }
}
