package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands a {@link HistoryOfKeptLocks} to a store, record by record, and keeps the tail of its
 * events.
 */
final class KeptRun {
  static final int PARTITION = HistoryOfKeptLocks.PARTITION;

  private static final int MOST_LIVE = 200;

  private final HistoryOfKeptLocks history;
  private final Deque<EncodedEvent> tail = new ArrayDeque<>();
  private LockStore store;
  private Outcome.@Nullable Applied applied;
  private long told;

  KeptRun(long seed, LockStore store) {
    history = new HistoryOfKeptLocks(seed, MOST_LIVE);
    this.store = store;
  }

  /** Goes on with a store that was brought to the same state. */
  void goOnWith(LockStore restored) {
    store = restored;
  }

  /** Number of events so far that told a lock again. */
  long told() {
    return told;
  }

  /** Decides the next record; forgets the events that a rebuild does not need. */
  void step() {
    LogRecord record = history.next(applied == null ? null : applied.nextDeadline());
    FeedPosition position =
        applied == null
            ? FeedPosition.START
            : new FeedPosition(applied.header().appliedOffset(), applied.header().seq());
    Decision decision = store.decide(PARTITION, position, List.of(record));
    applied = decision.applied();
    for (EncodedEvent event : decision.events()) {
      tail.add(event);
      history.follow(event);
      told += event.type() == EventType.TOLD ? 1 : 0;
    }
    long since = StateRebuild.since(header());
    while (!tail.isEmpty() && EventCodec.decode(tail.getFirst().value()).head().at() < since) {
      tail.removeFirst();
    }
  }

  private PartitionHeader header() {
    return Objects.requireNonNull(applied).header();
  }

  PartitionState state() {
    return Objects.requireNonNull(store.state(PARTITION));
  }

  /** The state that the tail of the events tells. */
  PartitionState rebuilt() {
    StateRebuild rebuild = new ModelRebuild(PARTITION, header());
    tail.forEach(event -> rebuild.follow(EventCodec.decode(event.value()), event.lockReplyTo()));
    return rebuild.state();
  }
}
