package io.lockarbiter.gateway.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Collections;
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

  /** Over HTTP the seq of an event is not told, but whoever asks at the place needs it. */
  @Test
  void placeAsOfTheEventItself_isToldWithItsNumber() {
    LockJson json = new LockJson(JsonMapper.shared());
    Rejected moved = refused(RejectReason.PATH_GONE, false, LockPath.of("/old/plan.pdf"));

    assertThat(requireNonNull(json.refusal(moved).more()).path("movedSeq").asLong()).isEqualTo(7);
    assertThat(json.state("rejected", moved).path("movedSeq").asLong()).isEqualTo(7);
    assertThat(requireNonNull(json.refusal(moved.asOf(4L)).more()).path("movedSeq").asLong())
        .isEqualTo(4);
    Rejected gone = refused(RejectReason.PATH_GONE, false);
    assertThat(requireNonNull(json.refusal(gone).more()).has("movedSeq")).isFalse();
  }

  @Test
  void whoSaysThatThePathExists_isToldWhatToSayAtItsPlace() {
    LockJson json = new LockJson(JsonMapper.shared());
    LockFields asked =
        new LockFields(
                "l1",
                new Owner("ann", null),
                Operation.UPLOAD,
                LockPath.of("/docs/plan.pdf"),
                null,
                Operation.UPLOAD.targets(LockPath.of("/docs/plan.pdf"), null),
                30_000,
                0,
                List.of(),
                Collections.emptySortedMap())
            .existing(LockFields.EXISTING_NOW);

    assertThat(json.refusal(gone(asked, LockPath.of("/old/plan.pdf"))))
        .hasMessage(
            "The path was renamed or moved in the last ten minutes; movedTo is where it is now. Ask there under a new Idempotency-Key, with movedSeq as existing.");
    assertThat(json.refusal(gone(asked, null)))
        .hasMessageStartingWith("The path no longer exists, or may be another by now");
  }

  private static Rejected refused(RejectReason reason, boolean repeated) {
    return refused(reason, repeated, null);
  }

  private static Rejected refused(
      RejectReason reason, boolean repeated, @Nullable LockPath movedTo) {
    return refused(null, reason, repeated, movedTo);
  }

  private static Rejected gone(LockFields asked, @Nullable LockPath movedTo) {
    return refused(asked, RejectReason.PATH_GONE, false, movedTo);
  }

  private static Rejected refused(
      @Nullable LockFields asked,
      RejectReason reason,
      boolean repeated,
      @Nullable LockPath movedTo) {
    return new Rejected(
        new EventHead(7, 1_795_000_000_000L, "acme", "l1", new Cause(0, 3)),
        asked,
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
