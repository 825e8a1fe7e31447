package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RefusalTextTest {
  @Test
  void everyReason_isToldInTheWordsOfHttp() {
    for (RejectReason reason : RejectReason.known()) {
      assertThat(RefusalText.of(refused(reason, false)))
          .as("%s", reason)
          .isNotBlank()
          .doesNotContain("commandId");
    }
  }

  @Test
  void refusalThatIsTheOnlyAnswerUnderItsKey_doesNotAskToRetry() {
    LockJson json = new LockJson(JsonMapper.shared());
    assertThat(json.refusal(refused(RejectReason.QUEUE_FULL, false)).retryAfter())
        .isEqualTo(Duration.ofSeconds(1));
    assertThat(json.refusal(refused(RejectReason.QUEUE_FULL, true)).retryAfter()).isNull();
  }

  private static Rejected refused(RejectReason reason, boolean repeated) {
    return new Rejected(
        new EventHead(7, 1_795_000_000_000L, "acme", "l1", new Cause(0, 3)),
        null,
        reason,
        reason.message(),
        null,
        null,
        List.of(),
        false,
        null,
        null,
        List.of(),
        false,
        repeated);
  }
}
