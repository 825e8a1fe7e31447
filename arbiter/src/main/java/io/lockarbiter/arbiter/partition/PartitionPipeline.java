package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome.Applied;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of one partition's batches, from its start position until something goes wrong: decide,
 * publish, go on. After any exception its position is unknown; it is then of no more use and
 * another one starts from what Kafka and Redis say. Used by one thread.
 */
public final class PartitionPipeline {
  private final int partition;
  private final LockStore store;
  private final EventPublisher publisher;
  private final DecisionMeters meters;
  private final ElapsedClock clock;
  private long expectedOffset;
  private long publishedSeq;
  private @Nullable LogTime logTime;

  /** A pipeline at a start position. */
  public PartitionPipeline(
      int partition, Start start, EventPublisher publisher, PartitionServices services) {
    this.partition = partition;
    this.store = services.store();
    this.publisher = publisher;
    this.meters = services.meters();
    this.clock = services.clock();
    this.expectedOffset = start.expectedOffset();
    this.publishedSeq = start.publishedSeq();
  }

  /**
   * Publishes what an earlier owner decided and did not publish. The position stays where it is:
   * dead letters of those records may be unpublished too.
   *
   * @param position the start position
   * @throws HaltedException as {@link #process}
   */
  public PartitionProgress resume(long position) {
    Decision decision = decide(List.of());
    if (!decision.events().isEmpty()) {
      publish(decision, List.of(), position);
      meters.published(decision.events(), 0, List.of());
      meters.resent(decision.events().size());
    }
    return done(decision.applied());
  }

  /**
   * Decides a batch and publishes the decisions; returns when they are committed.
   *
   * @throws HaltedException if the partition must stand still; nothing of the batch is published
   */
  public PartitionProgress process(Batch batch) {
    LogTime seen = new LogTime(batch.last().appendedAt(), clock.nanos());
    Decision decision = decide(batch.records());
    logTime = seen;
    publish(decision, batch.deadLetters(), batch.last().offset() + 1);
    meters.published(decision.events(), batch.deadLetters().size(), batch.records());
    return done(decision.applied());
  }

  private Decision decide(List<LogRecord> records) {
    long begin = clock.nanos();
    Decision decision =
        store.decide(partition, new FeedPosition(expectedOffset, publishedSeq), records);
    meters.decided(Duration.ofNanos(clock.nanos() - begin));
    if (!(decision.outcome() instanceof Applied applied)) {
      throw new HaltedException(HaltText.of(partition, decision.outcome()));
    }
    requireNoGap(decision.events(), applied.header().seq());
    return decision;
  }

  private void requireNoGap(List<EncodedEvent> events, long lastSeq) {
    long seq = publishedSeq;
    for (EncodedEvent event : events) {
      if (event.seq() != seq + 1) {
        break;
      }
      seq++;
    }
    if (seq != lastSeq) {
      throw new HaltedException(HaltText.gap(partition, publishedSeq, lastSeq, events.size()));
    }
  }

  private void publish(Decision decision, List<DeadLetter> deadLetters, long nextOffset) {
    long begin = clock.nanos();
    CommitMetadata metadata = CommitMetadata.of(decision.applied().header());
    publisher.publish(decision.events(), deadLetters, nextOffset, metadata);
    meters.committed(Duration.ofNanos(clock.nanos() - begin));
  }

  private PartitionProgress done(Applied applied) {
    expectedOffset = applied.header().appliedOffset();
    publishedSeq = applied.header().seq();
    return PartitionProgress.of(applied, logTime);
  }
}
