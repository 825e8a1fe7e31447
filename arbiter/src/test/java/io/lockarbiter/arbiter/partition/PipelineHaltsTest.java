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

  /**
   * A store that has applied all records and still knows fewer events than were published belongs
   * to another log.
   */
  @Test
  void fewerEventsThanArePublished_haltBeforeThePositionIsCommitted() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 0).records());
    given.endAtStart = 2;
    PartitionPipeline pipeline = given.pipeline(start(1, 0, 3));
    pipeline.resume();

    Halt halt = halt(() -> pipeline.process(batch(1, 1), false));

    assertThat(halt.reason()).isEqualTo(HaltReason.MISMATCH);
    assertThat(halt.message())
        .contains("up to offset=1 led to events up to seq=2, expected at least publishedSeq=3");
    assertThat(given.published).isEmpty();
  }

  @Test
  void fewerEventsThanArePublished_haltAtOnceWhereNothingIsToBeRead() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());
    given.endAtStart = 2;

    assertThat(halt(() -> given.pipeline(start(2, 1, 3)).resume()).reason())
        .isEqualTo(HaltReason.MISMATCH);
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
