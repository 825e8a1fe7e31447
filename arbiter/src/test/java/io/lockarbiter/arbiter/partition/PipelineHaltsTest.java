package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.FRESH;
import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.answering;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static io.lockarbiter.arbiter.partition.PipelineFixture.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Answers of the store at which a partition must halt. */
class PipelineHaltsTest {
  private final PipelineFixture given = new PipelineFixture();

  @Test
  void tooLowPublishedSeq_isOutdated() {
    given.pipeline(FRESH).process(batch(0, 1), false);
    given.store.decide(PARTITION, new FeedPosition(1, 2), List.of());

    Halt halt = halt(() -> given.pipeline(start(0, -1, 0)).resume());
    assertThat(halt.reason()).isEqualTo(HaltReason.STALE);
    assertThat(halt.message())
        .contains("events up to seq=2 are published, lock.events and the commit say 0");
  }

  /** A stranger's event has the number of the next one, or another build was at work. */
  @Test
  void publishedEventThatIsNotTheDecidedOne_haltsBeforeAnythingIsPublished() {
    List<LaterEvents.Stored> decided =
        given.store.decide(PARTITION, FeedPosition.START, batch(0, 2).records()).events().stream()
            .map(LaterEvents.Stored::of)
            .toList();
    byte[] other = decided.get(1).value().clone();
    other[other.length - 2]++;
    for (LaterEvents.Stored second :
        List.of(
            new LaterEvents.Stored(2, other, null, null),
            new LaterEvents.Stored(2, decided.get(1).value(), "elsewhere", null),
            new LaterEvents.Stored(2, decided.get(1).value(), null, "elsewhere"))) {
      assertOtherEvent(new LaterEvents(List.of(decided.get(0), second), false));
    }
  }

  private void assertOtherEvent(LaterEvents later) {
    Halt halt =
        halt(
            () ->
                given
                    .pipeline(new Start(0, -1, FRESH.committed().upTo(2), 0, later, true, null))
                    .resume());

    assertThat(halt.reason()).isEqualTo(HaltReason.MISMATCH);
    assertThat(halt.message())
        .contains("the event with seq=2 in lock.events is not the one that Redis has decided");
    assertThat(given.published).isEmpty();
  }

  /** Redis lost them between the facts and this call; the next start sees it. */
  @Test
  void fewerEventsThanArePublished_areALoss() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());

    assertThat(
            catchThrowableOfType(
                StateLostException.class, () -> given.pipeline(start(2, 1, 3)).resume()))
        .hasMessage("Redis lost writes: seq=2, expected at least 3");
    assertThat(given.published).isEmpty();
  }

  @Test
  void lostState_doesNotHalt() {
    assertLost(start(10, 9, 5), new ReferenceLockStore(), "Redis lost the state: ");
  }

  @Test
  void lostWrites_doNotHalt() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());

    assertLost(
        start(10, 9, 0), given.store, "Redis lost writes: appliedOffset=1, expected at least 9");
  }

  private void assertLost(Start start, LockStore from, String fact) {
    for (ThrowingCallable step :
        List.<ThrowingCallable>of(
            () -> given.pipeline(start, from).resume(),
            () -> given.pipeline(start, from).process(batch(10, 10), false))) {
      assertThat(catchThrowableOfType(StateLostException.class, step)).hasMessageContaining(fact);
    }
    assertThat(given.published).isEmpty();
  }

  @Test
  void foreignState_halts() {
    assertHalt(
        FRESH, answering(new Outcome.Ahead("cluster=a, expected cluster=b")), HaltReason.AHEAD);
  }

  @Test
  void missingEvent_haltsBeforeAnythingIsPublished() {
    Decision whole = given.store.decide(PARTITION, FeedPosition.START, batch(0, 2).records());
    List<EncodedEvent> gap = List.of(whole.events().get(0), whole.events().get(2));

    assertHalt(FRESH, answering(whole.outcome(), gap), HaltReason.MISMATCH);
    assertThat(given.published).isEmpty();
  }

  private void assertHalt(Start start, LockStore from, HaltReason reason) {
    for (Halt halt :
        List.of(
            halt(() -> given.pipeline(start, from).resume()),
            halt(() -> given.pipeline(start, from).process(batch(10, 10), false)))) {
      assertThat(halt.reason()).isEqualTo(reason);
      assertThat(halt.message()).contains("Fix: ");
    }
  }

  private static Halt halt(ThrowingCallable step) {
    return catchThrowableOfType(HaltedException.class, step).halt();
  }
}
