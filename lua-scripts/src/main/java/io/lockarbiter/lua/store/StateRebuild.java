package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A partition's state from what is left of its events and the header that was committed: all that
 * is live, and each end that is attached to it, shows in events that are not older than {@link
 * #since}. Used by one thread.
 */
public interface StateRebuild {
  /** Begins one. */
  interface Source {
    /** Begins with nothing; the settings of the end decided all that still counts. */
    StateRebuild begin(int partition, PartitionHeader committed);
  }

  /**
   * Log time, epoch ms, from which all events are needed: the longest a lock or request can be
   * live, before the longest time for which what it did is remembered or counted.
   */
  static long since(PartitionHeader committed) {
    long live =
        Math.max(Math.max(Settings.MAX_LEASE_MS, Settings.MAX_WAIT_MS), Settings.MAX_GRACE_MS);
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
  void follow(Event event, @Nullable String lockReplyTo);

  /**
   * The charged bytes of live locks and requests and of remembered endings so far; about the heap
   * that they take.
   */
  long bytes();

  /**
   * The state after the last event.
   *
   * @throws IllegalArgumentException if that is not the last one of the header
   */
  PartitionState state();
}
