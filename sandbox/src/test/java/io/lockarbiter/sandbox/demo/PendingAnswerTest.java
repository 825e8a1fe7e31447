package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PendingAnswerTest {
  private static final String LOCK =
      "\"account\":\"acme\",\"commandId\":\"c\",\"cause\":{\"partition\":0,\"offset\":0},\"lockId\":\"c\",\"subAccount\":\"u1\",\"operation\":\"UPLOAD\",\"path\":\"/p/f\",\"targets\":[{\"path\":\"/p/f\",\"mode\":\"PUT\"}],\"leaseMs\":1000,";
  private static final Event QUEUED =
      event(
          "{\"v\":1,\"type\":\"queued\",\"seq\":1,\"at\":1,%s\"position\":1,\"deadline\":9,\"requestedAt\":1}");
  private static final Event GRANTED =
      event(
          "{\"v\":1,\"type\":\"granted\",\"seq\":2,\"at\":5,%s\"token\":2,\"expiresAt\":1005,\"waitedMs\":4}");

  private final PendingAnswer pending = new PendingAnswer();

  @Test
  void grantAtOnce_isBothAnswers() {
    pending.take(GRANTED, true);

    assertThat(pending.direct()).isCompletedWithValue(GRANTED);
    assertThat(pending.settled()).isCompletedWithValue(GRANTED);
  }

  @Test
  void queuedRequest_isSettledByTheGrantThatFollows() {
    pending.take(QUEUED, true);
    assertThat(pending.settled()).isNotDone();

    pending.take(GRANTED, false);

    assertThat(pending.direct()).isCompletedWithValue(QUEUED);
    assertThat(pending.settled()).isCompletedWithValue(GRANTED);
  }

  @Test
  void leaseAfterAWait_isSafeFromTheRequestOn() {
    Answer answer = new Answer(GRANTED, QUEUED.head().at(), 7_000_000);

    assertThat(answer.safeUntilNanos(1_005)).isEqualTo(7_000_000 + 1_004_000_000L);
  }

  private static Event event(String json) {
    return EventCodec.decode(json.formatted(LOCK).getBytes(StandardCharsets.UTF_8));
  }
}
