package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;

/**
 * A partition's state from what is left of its events and the header that was committed: all that
 * is live shows in events that are not older than {@link #since}. Used by one thread.
 */
public final class StateRebuild {
  private final PartitionHeader committed;
  private final Partition partition;
  private final LogFold fold;

  /** Begins with nothing; the settings of the end decided all that still counts. */
  public StateRebuild(int number, PartitionHeader committed) {
    this.committed = committed;
    partition = new Partition(number, committed.settings(), committed.floors());
    fold = new LogFold(partition);
  }

  /**
   * Log time, epoch ms, from which all events are needed: the longest a lock or request can be
   * live, before the longest time for which what it did is remembered or counted.
   */
  public static long since(PartitionHeader committed) {
    long live = Math.max(Settings.MAX_LEASE_MS, Settings.MAX_WAIT_MS);
    long counted =
        Math.max(
            committed.settings().get(Setting.WINDOW_MS),
            committed.settings().get(Setting.REPEAT_WINDOW_MS));
    return committed.at() - live - counted;
  }

  /**
   * Takes up the next event.
   *
   * @param event in order of {@code seq}, none left out, up to that of the header
   */
  public void follow(EncodedEvent event) {
    Event decoded = EventCodec.decode(event.value());
    partition.advanceTo(decoded.head().at());
    fold.follow(event, decoded);
  }

  /** The state after the last event: that of the header. */
  public PartitionState state() {
    partition.advanceTo(committed);
    return partition.state();
  }

  /** The same, to go on from. */
  Partition partition() {
    partition.advanceTo(committed);
    return partition.copy();
  }
}
