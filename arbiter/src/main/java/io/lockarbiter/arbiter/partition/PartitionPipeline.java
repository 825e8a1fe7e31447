package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
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
    Applied applied = decide(List.of());
    if (!applied.events().isEmpty()) {
      publish(applied, List.of(), position);
      meters.published(applied.events(), 0, List.of());
      meters.resent(applied.events().size());
    }
    return done(applied);
  }

  /**
   * Decides a batch and publishes the decisions; returns when they are committed.
   *
   * @throws HaltedException if the partition must stand still; nothing of the batch is published
   */
  public PartitionProgress process(Batch batch) {
    LogTime seen = new LogTime(batch.last().appendedAt(), clock.nanos());
    Applied applied = decide(batch.records());
    logTime = seen;
    publish(applied, batch.deadLetters(), batch.last().offset() + 1);
    meters.published(applied.events(), batch.deadLetters().size(), batch.records());
    return done(applied);
  }

  private Applied decide(List<LogRecord> records) {
    long begin = clock.nanos();
    Outcome outcome = store.decide(partition, expectedOffset, publishedSeq, records);
    meters.decided(Duration.ofNanos(clock.nanos() - begin));
    if (!(outcome instanceof Applied applied)) {
      throw new HaltedException(HaltText.of(partition, outcome));
    }
    requireNoGap(applied);
    return applied;
  }

  private void requireNoGap(Applied applied) {
    long seq = publishedSeq;
    for (EncodedEvent event : applied.events()) {
      if (event.seq() != seq + 1) {
        throw gap(applied);
      }
      seq++;
    }
    if (seq != applied.header().seq()) {
      throw gap(applied);
    }
  }

  private HaltedException gap(Applied applied) {
    return new HaltedException(
        HaltText.gap(partition, publishedSeq, applied.header().seq(), applied.events().size()));
  }

  private void publish(Applied applied, List<DeadLetter> deadLetters, long nextOffset) {
    publisher.publish(
        applied.events(), deadLetters, nextOffset, CommitMetadata.of(applied.header()));
  }

  private PartitionProgress done(Applied applied) {
    expectedOffset = applied.header().appliedOffset();
    publishedSeq = applied.header().seq();
    return PartitionProgress.of(applied, logTime);
  }
}
