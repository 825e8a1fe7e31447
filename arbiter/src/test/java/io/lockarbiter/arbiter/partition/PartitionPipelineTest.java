package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.FRESH;
import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.answering;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static io.lockarbiter.arbiter.partition.PipelineFixture.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The processing of batches: the published events, the position, and the owner that publishes after
 * a failure.
 */
class PartitionPipelineTest {
  private final PipelineFixture given = new PipelineFixture();

  @Test
  void freshPartition_publishesNothingUntilTheFirstBatch() {
    PartitionPipeline pipeline = given.pipeline(FRESH);

    assertThat(pipeline.resume().publishedSeq()).isZero();
    assertThat(given.published).isEmpty();
    pipeline.process(batch(0, 1), false);

    assertThat(given.published).hasSize(1);
    assertThat(given.seqs(0)).containsExactly(1L, 2L);
    assertThat(given.published.get(0).nextOffset()).isEqualTo(2);
    assertThat(given.metadata(0))
        .isEqualTo(CommitMetadata.of(new PartitionHeader(1, 1_001, 0, 1_001, 2, Settings.INITIAL)));
  }

  @Test
  void nextBatch_publishesOnlyWhatIsNew() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 1), false);
    pipeline.process(batch(5, 5), false);

    assertThat(given.seqs(1)).containsExactly(3L);
    assertThat(given.published.get(1).nextOffset()).isEqualTo(6);
    assertThat(given.metadata(1).appliedOffset()).isEqualTo(5);
  }

  @Test
  void publishedProgress_tellsTimeDeadlineAndHeldLocks() {
    PartitionProgress progress = requireNonNull(given.pipeline(FRESH).process(batch(0, 1), false));

    assertThat(progress.held()).isEqualTo(2);
    assertThat(progress.publishedSeq()).isEqualTo(2);
    assertThat(progress.nextDeadline()).isEqualTo(31_000);
    assertThat(progress.logTime())
        .as("seen before it was decided")
        .isEqualTo(new LogTime(1_001, 78));
  }

  @Test
  void failedPublication_isMadeUpByTheNextPipeline() {
    given.failing = true;
    assertThatThrownBy(() -> given.pipeline(FRESH).process(batch(0, 2), false))
        .hasMessage("no broker");
    given.failing = false;

    PartitionPipeline next = given.pipeline(start(0, -1, 0));
    next.resume();

    assertThat(given.seqs(0)).containsExactly(1L, 2L, 3L);
    assertThat(given.published.get(0).nextOffset()).as("the position stays").isEqualTo(0);
    assertThat(given.metadata(0).appliedOffset()).isEqualTo(2);
    assertThat(given.meters.resent).isEqualTo(3);
    next.process(batch(0, 2), false);
    assertThat(given.seqs(1)).isEmpty();
    assertThat(given.published.get(1).nextOffset()).isEqualTo(3);
  }

  @Test
  void smallerBatchesAfterAFailure_publishEverythingOnceAndNameWhatIsApplied() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 9).records());
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 3), false);
    pipeline.process(batch(4, 9), false);

    assertThat(given.seqs(0)).hasSize(10);
    assertThat(given.metadata(0).appliedOffset()).isEqualTo(9);
    assertThat(given.published.get(0).nextOffset()).isEqualTo(4);
    assertThat(given.seqs(1)).isEmpty();
  }

  @Test
  void deadLetters_arePublishedWithTheirBatch() {
    DeadLetter letter = new DeadLetter(1, null, new byte[] {1}, "no JSON");
    Batch batch = new Batch(batch(0, 1).records(), List.of(letter));

    given.pipeline(FRESH).process(batch, false);

    assertThat(given.published.get(0).deadLetters()).containsExactly(letter);
    assertThat(given.meters.deadLetters).isEqualTo(1);
  }

  /** A large outbox is passed on page by page; the publisher has all pages except the last. */
  @Test
  void pages_areHandedOnOneBehind() {
    Decision whole = given.store.decide(PARTITION, FeedPosition.START, batch(0, 4).records());
    LockStore paged =
        answering(
            whole.outcome(),
            whole.events().subList(0, 2),
            whole.events().subList(2, 4),
            whole.events().subList(4, 5));

    given.pipeline(FRESH, paged).resume();

    assertThat(given.pages).containsExactly(2, 2, 1);
    assertThat(given.seqs(0)).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  /** An owner ended some of several transactions; then the state behind their events was lost. */
  @Test
  void stateThatKnowsLessThanIsPublished_publishesOnlyTheRest() {
    CommitMetadata committed =
        CommitMetadata.of(
                given
                    .store
                    .decide(PARTITION, FeedPosition.START, batch(0, 1).records())
                    .applied()
                    .header())
            .upTo(4);
    given.endAtStart = 4;
    PartitionPipeline pipeline = given.pipeline(new Start(2, 1, committed, null));

    assertThat(pipeline.resume().publishedSeq()).isEqualTo(4);
    assertThat(given.published).isEmpty();
    pipeline.process(batch(2, 2), false);
    assertThat(given.seqs(0)).isEmpty();
    assertThat(given.metadata(0).publishedSeq()).isEqualTo(4);
    assertThat(given.metadata(0).state().seq()).isEqualTo(3);
    pipeline.process(batch(3, 5), false);
    assertThat(given.seqs(1)).containsExactly(5L, 6L);
    assertThat(given.metadata(1).publishedSeq()).isEqualTo(6);
  }

  /** Only the last of several transactions commits the records as done. */
  @Test
  void publicationTooLargeForATransaction_takesSeveral() {
    Decision whole = given.store.decide(PARTITION, FeedPosition.START, batch(0, 2).records());
    List<EncodedEvent> large = whole.events().stream().map(PartitionPipelineTest::large).toList();
    LockStore paged =
        answering(whole.outcome(), large.subList(0, 1), large.subList(1, 2), large.subList(2, 3));

    given.pipeline(FRESH, paged).process(batch(0, 2), false);

    assertThat(given.seqs(0)).containsExactly(1L, 2L);
    assertThat(given.published.get(0).nextOffset()).isZero();
    assertThat(given.metadata(0)).isEqualTo(FRESH.committed().upTo(2));
    assertThat(given.seqs(1)).containsExactly(3L);
    assertThat(given.published.get(1).nextOffset()).isEqualTo(3);
    assertThat(given.metadata(1).appliedOffset()).isEqualTo(2);
  }

  private static EncodedEvent large(EncodedEvent event) {
    byte[] value = new byte[(int) PartitionPipeline.MOST_OPEN_BYTES / 2];
    return new EncodedEvent(
        event.seq(), event.type(), null, "acme", null, null, null, false, 0, value);
  }

  /** An owner that takes over between two transactions of a publication sends the rest. */
  @Test
  void publicationCutBetweenTransactions_isGoneOnWith() {
    given.store.decide(PARTITION, FeedPosition.START, batch(0, 4).records());
    PartitionPipeline next = given.pipeline(start(0, -1, 2));

    next.resume();
    next.process(batch(0, 4), false);

    assertThat(given.seqs(0)).containsExactly(3L, 4L, 5L);
    assertThat(given.metadata(0).appliedOffset()).isEqualTo(4);
    assertThat(given.seqs(1)).isEmpty();
    assertThat(given.published.get(1).nextOffset()).isEqualTo(5);
  }
}
