package io.lockarbiter.gateway.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  @Test
  void pathThatWasMoved_isToldWithItsPlace() {
    LockJson json = new LockJson(JsonMapper.shared());
    Refused gone = json.refusal(refused(RejectReason.PATH_GONE, false));
    assertThat(gone).hasMessageStartingWith("The path no longer exists");
    Refused moved =
        json.refusal(refused(RejectReason.PATH_GONE, false, LockPath.of("/old/plan.pdf")));
    assertThat(moved).hasMessageContaining("movedTo is where it is now");
    assertThat(requireNonNull(moved.more()).path("movedTo").asString()).isEqualTo("/old/plan.pdf");
  }

  private static Rejected refused(RejectReason reason, boolean repeated) {
    return refused(reason, repeated, null);
  }

  private static Rejected refused(
      RejectReason reason, boolean repeated, @Nullable LockPath movedTo) {
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
        movedTo,
        repeated);
  }
}
