package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each possible end of a lock has one result and one message. */
class ReleaseAnswerTest {
  private static final Owner BOB = new Owner("bob", null);
  private static final LockRef LOCK = new LockRef("l1", new Owner("u1", null));
  private static final long AT = 1_000_000;

  private final ReleaseAnswer unseen = new ReleaseAnswer(900_000L, null);

  @Test
  void heldLock_isReleased() {
    assertThat(unseen.result(released(ReleaseReason.RELEASED, false, null), 1))
        .isEqualTo(new ReleaseResult.Released(Duration.ofSeconds(6)));
  }

  @Test
  void waitingRequest_isCancelled() {
    assertThat(unseen.result(released(ReleaseReason.CANCELLED, false, null), 1))
        .isEqualTo(new ReleaseResult.Cancelled());
  }

  @Test
  void endThatWasNotSeen_isToldByTheRepeatedAnswer() {
    assertThat(unseen.result(released(ReleaseReason.RELEASED, true, null), 1))
        .isEqualTo(new ReleaseResult.AlreadyReleased());
    assertThat(unseen.result(released(ReleaseReason.EXPIRED, true, null), 1))
        .isEqualTo(new ReleaseResult.Expired(Instant.ofEpochMilli(906_000)));
    assertThat(unseen.result(released(ReleaseReason.FORCED, true, null), 1))
        .isEqualTo(new ReleaseResult.Forced(null, null));
  }

  @Test
  void endThatWasSeen_isToldInFull() {
    ReleaseAnswer forced =
        new ReleaseAnswer(900_000L, released(ReleaseReason.FORCED, false, "ops"));
    ReleaseAnswer expired = new ReleaseAnswer(null, released(ReleaseReason.EXPIRED, false, null));

    assertThat(forced.result(released(ReleaseReason.FORCED, true, null), 1))
        .isEqualTo(new ReleaseResult.Forced("ops", "why"));
    assertThat(expired.result(rejected(RejectReason.NOT_HELD), 2))
        .isEqualTo(new ReleaseResult.Expired(Instant.ofEpochMilli(AT)));
  }

  @Test
  void unknownLock_isNotHeldOrWasReleasedByTheFirstCopy() {
    assertThat(unseen.result(rejected(RejectReason.NOT_HELD), 1))
        .isEqualTo(new ReleaseResult.NotHeld());
    assertThat(unseen.result(rejected(RejectReason.NOT_HELD), 2))
        .isEqualTo(new ReleaseResult.AlreadyReleased());
  }

  @Test
  void refusedCommand_saysNothingOfTheLock() {
    assertThat(unseen.result(rejected(RejectReason.INVALID), 1).message())
        .startsWith("is not released, for the command was refused: reason=INVALID");
  }

  @Test
  void lockOfAnother_isNotHolder() {
    assertThat(unseen.result(rejected(RejectReason.NOT_HOLDER), 2))
        .isEqualTo(new ReleaseResult.NotHolder());
  }

  @Test
  void everyResult_hasAMessageOfItsOwn() {
    List<ReleaseResult> results =
        List.of(
            new ReleaseResult.Released(Duration.ZERO),
            new ReleaseResult.AlreadyReleased(),
            new ReleaseResult.Cancelled(),
            new ReleaseResult.Expired(null),
            new ReleaseResult.Forced(null, null),
            new ReleaseResult.Replaced(null, null),
            new ReleaseResult.SessionEnded(),
            new ReleaseResult.OtherReason("PREEMPTED"),
            new ReleaseResult.NotHolder(),
            new ReleaseResult.NotHeld(),
            new ReleaseResult.Abandoned(),
            new ReleaseResult.Unanswered("silence"),
            new ReleaseResult.Refused("reason=INVALID"));

    assertThat(results.stream().map(ReleaseResult::message)).doesNotHaveDuplicates();
    assertThat(ReleaseResult.class.getPermittedSubclasses()).hasSize(results.size());
  }

  @Test
  void whyALeaseIsLost_followsFromTheResult() {
    assertThat(
            Stream.of(
                    new ReleaseResult.Expired(Instant.EPOCH),
                    new ReleaseResult.Forced("ops", null),
                    new ReleaseResult.Replaced("l2", BOB),
                    new ReleaseResult.SessionEnded(),
                    new ReleaseResult.OtherReason("PREEMPTED"),
                    new ReleaseResult.AlreadyReleased(),
                    new ReleaseResult.NotHeld())
                .map(ReleaseAnswer::lost))
        .containsExactly(
            new LostReason.Expired(Instant.EPOCH),
            new LostReason.Forced("ops", null),
            new LostReason.Replaced("l2", BOB),
            new LostReason.SessionEnded(),
            new LostReason.OtherReason("PREEMPTED"),
            new LostReason.ReleasedElsewhere(),
            new LostReason.Expired(null));
  }

  private static Released released(ReleaseReason reason, boolean repeated, @Nullable String by) {
    String comment = by == null ? null : "why";
    return new Released(head(), LOCK, reason, 3L, 6_000L, by, comment, WorkOutcome.DONE, repeated);
  }

  private static Rejected rejected(RejectReason reason) {
    return Rejected.plain(head(), LOCK, reason, reason.message(), null);
  }

  private static EventHead head() {
    return new EventHead(9, AT, "acme", "r1", new Cause(0, 1));
  }
}
