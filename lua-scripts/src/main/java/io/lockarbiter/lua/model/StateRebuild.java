package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import org.jspecify.annotations.Nullable;

/**
 * A partition's state from what is left of its events and the header that was committed: all that
 * is live shows in events that are not older than {@link #since}. Used by one thread.
 */
public final class StateRebuild {
  private static final long ANY = -1;

  private final PartitionHeader committed;
  private final Partition partition;
  private final LogFold fold;
  private long next = ANY;

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
   * @param lockReplyTo of the lock's acquire; null if it had none
   * @throws IllegalArgumentException if the event cannot be the next one
   */
  public void follow(Event event, @Nullable String lockReplyTo) {
    EventHead head = event.head();
    if (next != ANY && head.seq() != next) {
      throw new IllegalArgumentException("seq=%d, expected %d".formatted(head.seq(), next));
    }
    if (head.seq() > committed.seq() || head.at() < partition.at() || head.at() > committed.at()) {
      throw new IllegalArgumentException(
          "seq=%d at=%d after at=%d, expected seq=%d at=%d at most"
              .formatted(head.seq(), head.at(), partition.at(), committed.seq(), committed.at()));
    }
    next = head.seq() + 1;
    partition.advanceTo(head.at());
    fold.follow(event, lockReplyTo);
  }

  /**
   * The state after the last event.
   *
   * @throws IllegalArgumentException if that is not the last one of the header
   */
  public PartitionState state() {
    if (next != ANY && next != committed.seq() + 1) {
      throw new IllegalArgumentException(
          "the last event has seq=%d, expected %d".formatted(next - 1, committed.seq()));
    }
    partition.advanceTo(committed);
    return partition.state();
  }
}
