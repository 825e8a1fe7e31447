package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.FRESH;
import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.answering;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static io.lockarbiter.arbiter.partition.PipelineFixture.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.ArrayList;
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
    given.letThePositionAge();
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

  /** The broker pays as much for it as for the events of a small transaction. */
  @Test
  void position_isInTheFirstTransactionAndInEachThatNeedsIt() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    assertThat(given.metadata(0).publishedSeq()).as("the first").isEqualTo(1);

    PartitionProgress without = requireNonNull(pipeline.process(batch(1, 1), false));
    assertThat(given.published.get(1).metadata()).as("soon after it").isNull();
    assertThat(given.seqs(1)).containsExactly(2L);
    assertThat(without.publishedSeq()).isEqualTo(2);

    DeadLetter letter = new DeadLetter(2, null, new byte[] {1}, "no JSON");
    pipeline.process(new Batch(batch(2, 2).records(), List.of(letter)), false);
    assertThat(given.metadata(2).publishedSeq()).as("with a dead letter").isEqualTo(3);

    pipeline.process(batch(2, 2), false);
    assertThat(given.metadata(3).publishedSeq()).as("without events").isEqualTo(3);

    pipeline.process(batch(3, 3), false);
    given.letThePositionAge();
    pipeline.process(batch(4, 4), false);
    assertThat(given.published.get(4).metadata()).isNull();
    assertThat(given.metadata(5).publishedSeq()).as("a second later").isEqualTo(5);
    assertThat(given.published.get(5).nextOffset()).isEqualTo(5);
  }

  /** A start reads all events behind the position. */
  @Test
  void position_isInTheTransactionWithWhichTheEventsBehindItWouldBeTooMany() {
    PartitionPipeline pipeline =
        given.pipeline(
            FRESH,
            answering(
                (position, records, sink) ->
                    given.store.decide(
                        PARTITION,
                        position,
                        records,
                        page ->
                            sink.accept(
                                page.stream()
                                    .map(event -> large(event, RarePosition.MOST_BYTES / 2))
                                    .toList()))));

    for (int offset = 0; offset < 3; offset++) {
      pipeline.process(batch(offset, offset), false);
    }

    assertThat(given.published)
        .extracting(sent -> sent.metadata() != null)
        .containsExactly(true, false, true);
  }

  /** Tools and the next start see then that nothing is undecided. */
  @Test
  void position_followsOnceItIsOldAndNothingComes() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 2), false);
    pipeline.follow(given.log);
    assertThat(given.published).as("not yet").hasSize(2);

    given.letThePositionAge();
    pipeline.follow(given.log);
    pipeline.follow(given.log);

    assertThat(given.published).hasSize(3);
    assertThat(given.seqs(2)).isEmpty();
    assertThat(given.published.get(2).nextOffset()).isEqualTo(3);
    assertThat(given.metadata(2).publishedSeq()).isEqualTo(3);
    pipeline.leave(given.log);
    assertThat(given.published).as("nothing is owed").hasSize(3);
  }

  @Test
  void partitionThatLeaves_commitsThePosition() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 2), true);

    pipeline.leave(given.log);

    assertThat(given.metadata(2).publishedSeq()).isEqualTo(3);
    given.failing = true;
    pipeline.process(batch(3, 3), true);
    pipeline.leave(given.log);
    assertThat(given.published).as("nothing more can be done").hasSize(3);
  }

  /** A later batch may be decided already, and none of its events is published. */
  @Test
  void positionThatFollows_namesTheLastPublishedBatch() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 2), true);
    pipeline.leave(given.log);
    assertThat(given.published.get(2).nextOffset()).isEqualTo(3);
    assertThat(given.metadata(2).appliedOffset()).isEqualTo(2);

    pipeline.process(batch(3, 3), false);
    given.letThePositionAge();
    pipeline.follow(given.log);
    assertThat(given.published.get(4).nextOffset()).isEqualTo(4);
    assertThat(given.metadata(4).appliedOffset()).isEqualTo(3);
  }

  @Test
  void positionAmidALargePublication_namesTheBatchBefore() {
    boolean[] isLarge = {false};
    PartitionPipeline pipeline =
        given.pipeline(
            FRESH,
            answering(
                (position, records, sink) ->
                    given.store.decide(
                        PARTITION,
                        position,
                        records,
                        page ->
                            page.forEach(
                                event ->
                                    sink.accept(List.of(isLarge[0] ? large(event) : event))))));
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 1), true);
    isLarge[0] = true;
    pipeline.process(batch(2, 5), false);

    assertThat(given.published.get(1).metadata()).isNull();
    assertThat(given.seqs(2)).containsExactly(3L, 4L);
    assertThat(given.published.get(2).nextOffset()).isEqualTo(2);
    assertThat(given.metadata(2).appliedOffset()).isEqualTo(1);
    assertThat(given.metadata(2).state().seq()).isEqualTo(2);
    assertThat(given.metadata(2).publishedSeq()).isEqualTo(4);
  }

  /** The store may fail amid the pages of a batch; they would be published with the position. */
  @Test
  void partitionThatLeavesAmidABatch_commitsThePositionAndNothingOfTheBatch() {
    PartitionPipeline pipeline =
        given.pipeline(
            FRESH,
            answering(
                (position, records, sink) -> {
                  if (records.size() == 1) {
                    return given.store.decide(PARTITION, position, records, sink);
                  }
                  given.store.decide(
                      PARTITION,
                      position,
                      records,
                      page -> page.forEach(event -> sink.accept(List.of(event))));
                  throw new StoreUnavailableException("no answer", new RuntimeException());
                }));
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 1), false);
    assertThatThrownBy(() -> pipeline.process(batch(2, 3), false))
        .isInstanceOf(StoreUnavailableException.class);

    pipeline.leave(given.log);

    assertThat(given.pages).as("a page of the batch was sent").hasSize(3);
    assertThat(given.published).hasSize(3);
    assertThat(given.seqs(2)).isEmpty();
    assertThat(given.published.get(2).nextOffset()).isEqualTo(2);
    assertThat(given.metadata(2).publishedSeq()).isEqualTo(2);
  }

  /** No event tells of settings, from which a state that Redis loses could be built. */
  @Test
  void position_isInTheTransactionOfSettings() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    pipeline.process(batch(1, 1), false);
    assertThat(given.published.get(1).metadata()).isNull();
    SettingsChange change = SettingsChange.to(Settings.DEFAULT);
    Batch other = batch(2, 2);

    pipeline.process(
        new Batch(
            other.records(),
            List.of(),
            List.of(new ReceivedSettings(2, CommandCodec.encode(change), change))),
        false);

    assertThat(given.metadata(2).publishedSeq()).isEqualTo(3);
  }

  /** Nothing may be due, and then no event tells that it was decided. */
  @Test
  void position_isInATransactionThatEndsWithATick() {
    PartitionPipeline pipeline = given.pipeline(FRESH);
    pipeline.process(batch(0, 0), false);
    List<LogRecord> records = new ArrayList<>(batch(1, 1).records());
    records.add(PipelineFixture.tick(2, 2_000));
    pipeline.process(new Batch(records, List.of()), false);

    assertThat(given.seqs(1)).containsExactly(2L);
    assertThat(given.metadata(1).appliedOffset()).isEqualTo(2);
  }

  /** An owner committed without the position, and told the store of the first event only. */
  @Test
  void eventsBehindThePosition_areComparedAndNotPublishedAgain() {
    List<LaterEvents.Stored> stored =
        given.store.decide(PARTITION, FeedPosition.START, batch(0, 4).records()).events().stream()
            .map(LaterEvents.Stored::of)
            .toList();
    given.store.decide(PARTITION, new FeedPosition(4, 1), List.of());
    LaterEvents later = new LaterEvents(stored.subList(0, 3), false);
    PartitionPipeline next =
        given.pipeline(new Start(0, -1, FRESH.committed().upTo(3), 1, later, true, null));

    assertThat(next.resume().publishedSeq()).isEqualTo(5);

    assertThat(given.seqs(0)).containsExactly(4L, 5L);
    assertThat(given.metadata(0).publishedSeq()).isEqualTo(5);
    assertThat(given.meters.resent).isEqualTo(2);
  }

  /** There may be nothing to publish; the position follows all the same. */
  @Test
  void eventsBehindThePositionAlone_letItFollow() {
    List<LaterEvents.Stored> stored =
        given.store.decide(PARTITION, FeedPosition.START, batch(0, 1).records()).events().stream()
            .map(LaterEvents.Stored::of)
            .toList();
    PartitionPipeline next =
        given.pipeline(
            new Start(
                0, -1, FRESH.committed().upTo(2), 0, new LaterEvents(stored, false), true, null));
    next.resume();
    assertThat(given.published).isEmpty();

    next.follow(given.log);

    assertThat(given.metadata(0).publishedSeq()).isEqualTo(2);
    assertThat(given.published.get(0).nextOffset()).as("nothing is read yet").isZero();
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
    return large(event, PartitionPipeline.MOST_OPEN_BYTES / 2);
  }

  private static EncodedEvent large(EncodedEvent event, long bytes) {
    byte[] value = new byte[(int) bytes];
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
