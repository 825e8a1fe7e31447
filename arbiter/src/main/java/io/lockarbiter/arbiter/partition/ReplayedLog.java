package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import java.time.Duration;
import java.util.List;

/**
 * Feeds a store the records that it has lost, all of which were decided and published before. The
 * end shows whether it came to the same decisions: its state must equal the committed one. Several
 * instances may do so at once, because a record is applied only once.
 */
final class ReplayedLog implements RecoveryWay {
  private final int partition;
  private final StateLoss loss;
  private final LockStore store;
  private final PartitionLog log;
  private long fed;
  private FeedPosition position;

  /** Begins to read the log from the first missing record. */
  ReplayedLog(int partition, StateLoss loss, LockStore store, PartitionLog log) {
    this.partition = partition;
    this.loss = loss;
    this.store = store;
    this.log = log;
    this.position = position(loss.knownOffset());
    if (loss.found() == null) {
      store.clearHalfState(partition);
      feed(FeedPosition.START, List.of());
    }
    log.readFrom(loss.missing().begin());
  }

  @Override
  public String what() {
    return loss.missing().length() == 0
        ? "Nothing of it was decided before"
        : "It is fed again what it lost, from offset=%d to %d"
            .formatted(loss.missing().begin(), loss.committed().appliedOffset());
  }

  @Override
  public RecoveryProgress progress() {
    return new RecoveryProgress(
        HaltText.lost(loss),
        "lock.commands",
        loss.missing().begin(),
        position.offset() + 1,
        loss.missing().end());
  }

  @Override
  public long records() {
    return fed;
  }

  @Override
  public boolean step(Duration longest) {
    long last = loss.committed().appliedOffset();
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

  /**
   * Compares the state with the committed one. If another instance has brought the state further
   * meanwhile, that instance has compared.
   */
  private void compare(Applied applied) {
    if (applied.header().appliedOffset() == loss.committed().appliedOffset()
        && !applied.header().equals(loss.committed().state())) {
      throw new HaltedException(
          HaltText.otherState(partition, applied.header(), loss.committed().state()));
    }
  }

  private Applied feed(FeedPosition from, List<LogRecord> records) {
    Outcome outcome = store.decide(partition, from, records, events -> {});
    if (outcome instanceof Outcome.Stale) {
      throw StateLostException.broughtFurther();
    }
    return PartitionPipeline.requireApplied(partition, outcome);
  }

  /** The position for a call; the store need not keep events that are published. */
  private FeedPosition position(long offset) {
    return new FeedPosition(offset, loss.committed().publishedSeq());
  }

  @Override
  public void close() {}
}
