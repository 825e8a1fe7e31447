package io.lockarbiter.arbiter.decide;

import io.lockarbiter.arbiter.publish.DeadLetter;
import io.lockarbiter.arbiter.publish.EventPublisher;
import io.lockarbiter.arbiter.publish.Publication;
import io.lockarbiter.arbiter.recover.CommitMetadata;
import io.lockarbiter.arbiter.recover.CommitMetadataCodec;
import io.lockarbiter.arbiter.recover.HaltText;
import io.lockarbiter.arbiter.recover.StartDecision.Start;
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
  private final CommitMetadataCodec codec;
  private final DecisionMeters meters;
  private final ElapsedClock clock;
  private long expectedOffset;
  private long publishedSeq;
  private @Nullable LogTime logTime;

  /** A pipeline at a start position. */
  public PartitionPipeline(
      int partition,
      Start start,
      LockStore store,
      EventPublisher publisher,
      CommitMetadataCodec codec,
      DecisionMeters meters,
      ElapsedClock clock) {
    this.partition = partition;
    this.store = store;
    this.publisher = publisher;
    this.codec = codec;
    this.meters = meters;
    this.clock = clock;
    this.expectedOffset = start.expectedOffset();
    this.publishedSeq = start.publishedSeq();
  }

  /**
   * Publishes what an earlier owner decided and did not publish. The position stays where it is:
   * dead letters of those records may be unpublished too.
   *
   * @param position the start position
   */
  public Step resume(long position) {
    Outcome outcome = decide(List.of());
    if (!(outcome instanceof Applied applied)) {
      return refused(outcome);
    }
    if (!applied.events().isEmpty()) {
      if (hasGap(applied)) {
        return gap(applied);
      }
      publish(applied, List.of(), position);
      meters.published(applied.events(), 0, List.of());
      meters.resent(applied.events().size());
    }
    return done(applied);
  }

  /** Decides a batch and publishes the decisions; returns when they are committed. */
  public Step process(Batch batch) {
    LogTime seen = new LogTime(batch.last().appendedAt(), clock.nanos());
    Outcome outcome = decide(batch.records());
    if (!(outcome instanceof Applied applied)) {
      return refused(outcome);
    }
    if (hasGap(applied)) {
      return gap(applied);
    }
    logTime = seen;
    publish(applied, batch.deadLetters(), batch.last().offset() + 1);
    meters.published(applied.events(), batch.deadLetters().size(), batch.records());
    return done(applied);
  }

  private Outcome decide(List<LogRecord> records) {
    long begin = clock.nanos();
    Outcome outcome = store.decide(partition, expectedOffset, publishedSeq, records);
    meters.decided(Duration.ofNanos(clock.nanos() - begin));
    return outcome;
  }

  private void publish(Applied applied, List<DeadLetter> deadLetters, long nextOffset) {
    String metadata = codec.encode(CommitMetadata.of(applied.header()));
    publisher.publish(new Publication(applied.events(), deadLetters, nextOffset, metadata));
  }

  private Step done(Applied applied) {
    expectedOffset = applied.header().appliedOffset();
    publishedSeq = applied.header().seq();
    return new Step.Published(PartitionProgress.of(applied, logTime));
  }

  private boolean hasGap(Applied applied) {
    long seq = publishedSeq;
    for (var event : applied.events()) {
      if (event.seq() != ++seq) {
        return true;
      }
    }
    return seq != applied.header().seq();
  }

  private Step gap(Applied applied) {
    return new Step.Halted(
        HaltText.gap(partition, publishedSeq, applied.header().seq(), applied.events().size()));
  }

  private Step refused(Outcome outcome) {
    if (outcome instanceof Outcome.Stale stale) {
      return new Step.Outdated(HaltText.stale(partition, stale.publishedSeq(), stale.firstKept()));
    }
    if (outcome instanceof Outcome.Behind behind) {
      return new Step.Halted(
          HaltText.behind(partition, behind.appliedOffset(), behind.expectedOffset()));
    }
    if (outcome instanceof Outcome.Empty empty) {
      return new Step.Halted(HaltText.empty(partition, empty.why()));
    }
    return new Step.Halted(HaltText.ahead(partition, ((Outcome.Ahead) outcome).why()));
  }
}
