package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * All that Kafka and Redis say about a partition, read when no other publisher could change it any
 * more: commit, events, header and commands in this order.
 *
 * @param commit the group's position
 * @param events what {@code lock.events} retains
 * @param lastSeq number of the last committed event retained; null if there is none
 * @param header of the state; null if there is none, or half of one
 * @param firstKept first event that the store has not been told is published; null if not asked
 * @param commands what {@code lock.commands} retains
 * @param applied what stands there at the header's {@code appliedOffset}
 * @param tail offsets of the events that tell all that was live at the commit; null if not asked,
 *     as the state has lost nothing, or if not all of them are retained
 */
public record StartFacts(
    int partition,
    Commit commit,
    LogRange events,
    @Nullable Long lastSeq,
    @Nullable PartitionHeader header,
    @Nullable Long firstKept,
    LogRange commands,
    AppliedRecord applied,
    @Nullable LogRange tail) {
  /** Claims that no event was ever committed: nothing is there and nothing was ever removed. */
  public boolean neverPublished() {
    return lastSeq == null && events.begin() == 0;
  }

  /** Number of the last event ever committed; null if retention has removed it. */
  public @Nullable Long lastPublished() {
    return neverPublished() ? Long.valueOf(0) : lastSeq;
  }

  /**
   * What stays as it is while a partition stands still: who halted and who repairs see the same.
   */
  public String standing() {
    return "%s %s %s".formatted(commit, lastSeq, header);
  }
}
