package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * All facts of Kafka and Redis about a partition, read when no other publisher could change them
 * any more: commit, events, header and commands in this order.
 *
 * @param commit the group's position
 * @param events the range that {@code lock.events} retains
 * @param lastSeq the number of the last committed event retained; null if there is none
 * @param header the header of the state; null if there is none, or half of one
 * @param firstKept the first event that the store does not know to be published; null if not asked
 * @param commands the range that {@code lock.commands} retains
 * @param applied the record there at the header's {@code appliedOffset}
 * @param tail the offsets of the events that show everything live at the commit; null if they are
 *     not needed, because the state has lost nothing, or not all retained
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
  /** Says whether no event was ever committed: none is there and none was ever removed. */
  public boolean neverPublished() {
    return lastSeq == null && events.begin() == 0;
  }

  /** Number of the last event ever committed; null if retention has removed it. */
  public @Nullable Long lastPublished() {
    return neverPublished() ? Long.valueOf(0) : lastSeq;
  }

  /**
   * The facts that do not change while a partition is halted, so that the arbiter and a repair see
   * the same.
   */
  public String standing() {
    return "%s %s %s".formatted(commit, lastSeq, header);
  }
}
