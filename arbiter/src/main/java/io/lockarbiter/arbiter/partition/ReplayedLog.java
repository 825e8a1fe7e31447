package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.List;

/**
 * Feeds a store the records that it has lost. All up to the committed one were decided and
 * published before, and the state must then equal the committed one. Behind it the store is fed
 * until it has the last published event; it keeps these events, and the next start compares them.
 * Several instances may do so at once, because a record is applied only once.
 */
final class ReplayedLog implements RecoveryWay {
  private final int partition;
  private final StateLoss loss;
  private final Replay replay;
  private final LockStore store;
  private final PartitionLog log;
  private final long last;
  private long fed;
  private FeedPosition position;
  private PartitionHeader header;

  /** Begins to read the log from the first missing record. */
  ReplayedLog(int partition, Replay replay, LockStore store, PartitionLog log) {
    this.partition = partition;
    this.loss = replay.loss();
    this.replay = replay;
    this.store = store;
    this.log = log;
    this.last = replay.records().end() - 1;
    this.position = position(loss.knownOffset());
    PartitionHeader found = loss.found();
    if (found == null) {
      store.clearHalfState(partition);
      this.header = feed(FeedPosition.START, List.of()).header();
    } else {
      this.header = found;
    }
    log.readFrom(replay.records().begin());
  }

  @Override
  public String what() {
    return replay.records().length() == 0
        ? "Nothing of it was decided before"
        : "It is fed again what it lost, from offset=%d to %d"
            .formatted(replay.records().begin(), last);
  }

  @Override
  public RecoveryProgress progress() {
    return new RecoveryProgress(
        HaltText.lost(loss),
        "lock.commands",
        replay.records().begin(),
        position.offset() + 1,
        replay.records().end());
  }

  @Override
  public long records() {
    return fed;
  }

  @Override
  public boolean step(Duration longest) {
    if (isDone()) {
      return true;
    }
    Batch batch = log.take(longest, Gathering.NONE);
    if (batch == null) {
      if (log.hasRead(last + 1)) {
        throw tooShort();
      }
      return false;
    }
    long committed = loss.committed().appliedOffset();
    feed(batch, position.offset(), committed);
    compare();
    if (position.offset() < committed && batch.last().offset() > committed) {
      throw tooShort();
    }
    if (position.offset() >= committed && !isDone()) {
      feed(batch, position.offset(), last);
    }
    if (!isDone() && batch.last().offset() >= last) {
      throw tooShort();
    }
    return isDone();
  }

  /** Feeds the records of a batch behind an offset, up to another one. */
  private void feed(Batch batch, long after, long upTo) {
    List<LogRecord> missing =
        batch.records().stream()
            .filter(record -> record.offset() > after && record.offset() <= upTo)
            .toList();
    if (!missing.isEmpty()) {
      header = feed(position, missing).header();
      fed += missing.size();
      position = position(missing.get(missing.size() - 1).offset());
    }
  }

  private boolean isDone() {
    return position.offset() >= loss.committed().appliedOffset() && header.seq() >= loss.seq();
  }

  /** The log ends before the committed record, or before the last published event. */
  private HaltedException tooShort() {
    return new HaltedException(
        position.offset() < loss.committed().appliedOffset()
            ? HaltText.notInTheLog(partition, loss.committed().appliedOffset())
            : HaltText.tooFew(partition, header, loss.seq()));
  }

  /**
   * Compares the state with the committed one. If another instance has brought the state further
   * meanwhile, that instance has compared.
   */
  private void compare() {
    if (header.appliedOffset() == loss.committed().appliedOffset()
        && !header.equals(loss.committed().state())) {
      throw new HaltedException(HaltText.otherState(partition, header, loss.committed().state()));
    }
  }

  private Applied feed(FeedPosition from, List<LogRecord> records) {
    Outcome outcome = store.decide(partition, from, records, events -> {});
    if (outcome instanceof Outcome.Stale) {
      throw StateLostException.broughtFurther();
    }
    return PartitionPipeline.requireApplied(partition, outcome);
  }

  /** The position for a call; the store need not keep events that it knows to be published. */
  private FeedPosition position(long offset) {
    return new FeedPosition(offset, replay.publishedSeq());
  }

  @Override
  public void close() {}
}
