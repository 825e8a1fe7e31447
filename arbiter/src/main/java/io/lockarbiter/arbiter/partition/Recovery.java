package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds a store the records that it has lost and publishes nothing: all of them were decided and
 * published before. Whether it came to the same decisions shows at the end, where the state must be
 * the one that was committed. Several instances may do so at once, for a record is applied once.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  private final int partition;
  private final Replay replay;
  private final LockStore store;
  private final PartitionLog log;
  private final DecisionMeters meters;
  private final ElapsedClock clock;
  private final long began;
  private long told;
  private long fed;
  private FeedPosition position;

  /** Begins: the log is read from the first record that is missing. */
  Recovery(int partition, Replay replay, PartitionServices services, PartitionLog log) {
    this.partition = partition;
    this.replay = replay;
    this.store = services.store();
    this.log = log;
    this.meters = services.meters();
    this.clock = services.clock();
    this.began = clock.nanos();
    this.told = began;
    this.position = position(replay.expectedOffset());
    if (replay.found() == null) {
      store.clearHalfState(partition);
      feed(FeedPosition.START, List.of());
    }
    LOG.warn(
        "partition={}: {}. It is fed again what it lost, from offset={} to {}; commands wait meanwhile, nothing is published twice, the others go on",
        partition,
        HaltText.lost(replay),
        replay.from(),
        replay.target().appliedOffset());
    log.readFrom(replay.from());
  }

  /** How far it is. */
  RecoveryProgress progress() {
    return new RecoveryProgress(
        HaltText.lost(replay),
        replay.from(),
        position.offset() + 1,
        replay.target().appliedOffset() + 1);
  }

  /**
   * Feeds the next records, or waits for them.
   *
   * @return whether the state is the one that was committed
   * @throws HaltedException if it is another one, or never will be
   * @throws StateLostException if it was lost once more, or another instance goes on from it
   */
  boolean step(Duration longest) {
    boolean done = isBack(longest);
    long now = clock.nanos();
    if (done) {
      meters.recovered(replay.cause(), fed, Duration.ofNanos(now - began));
    }
    long ms = Duration.ofNanos(now - began).toMillis();
    if (done) {
      LOG.warn("partition={}: the state is back: {} records fed in {} ms", partition, fed, ms);
    } else if (now - told >= TOLD_EVERY.toNanos()) {
      told = now;
      LOG.info(
          "partition={}: the state is being brought back: {} records fed in {} ms, {} offsets are left",
          partition,
          fed,
          ms,
          progress().remaining());
    }
    return done;
  }

  private boolean isBack(Duration longest) {
    long last = replay.target().appliedOffset();
    if (position.offset() >= last) {
      return true;
    }
    Batch batch = log.take(longest, Gathering.NONE);
    if (batch == null) {
      if (log.hasRead(last + 1)) {
        throw new HaltedException(HaltText.notInTheLog(partition, last));
      }
      return false;
    }
    List<LogRecord> missing =
        batch.records().stream().filter(record -> record.offset() <= last).toList();
    if (!missing.isEmpty()) {
      Applied applied = feed(position, missing);
      fed += missing.size();
      long offset = missing.get(missing.size() - 1).offset();
      position = position(offset);
      compare(applied);
    }
    if (position.offset() < last && batch.last().offset() > last) {
      throw new HaltedException(HaltText.notInTheLog(partition, last));
    }
    return position.offset() >= last;
  }

  /** Another instance may have brought the state further meanwhile: then it has compared. */
  private void compare(Applied applied) {
    if (applied.header().appliedOffset() == replay.target().appliedOffset()
        && !applied.header().equals(replay.target().state())) {
      throw new HaltedException(
          HaltText.otherState(partition, applied.header(), replay.target().state()));
    }
  }

  private Applied feed(FeedPosition from, List<LogRecord> records) {
    Outcome outcome = store.decide(partition, from, records, events -> {});
    if (outcome instanceof Outcome.Stale) {
      throw StateLostException.broughtFurther();
    }
    return PartitionPipeline.requireApplied(partition, outcome);
  }

  /** What is published the store need not keep. */
  private FeedPosition position(long offset) {
    return new FeedPosition(offset, replay.target().publishedSeq());
  }
}
