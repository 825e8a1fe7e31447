package io.lockarbiter.lua.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The store's answer to a batch, with all its events in one list. For callers whose batches are
 * small.
 *
 * @param events the events handed over, in order; complete only if the outcome is {@link
 *     Outcome.Applied}
 */
public record Decision(Outcome outcome, List<EncodedEvent> events) {
  static Decision of(
      LockStore store, int partition, FeedPosition position, List<LogRecord> records) {
    List<EncodedEvent> events = new ArrayList<>();
    Outcome outcome = store.decide(partition, position, records, events::addAll);
    return new Decision(outcome, List.copyOf(events));
  }

  /**
   * The outcome of a batch that must have been applied.
   *
   * @throws IllegalStateException if it was not
   */
  public Outcome.Applied applied() {
    if (outcome instanceof Outcome.Applied applied) {
      return applied;
    }
    throw new IllegalStateException("the store answered " + outcome);
  }
}
