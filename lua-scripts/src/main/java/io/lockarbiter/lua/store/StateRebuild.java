package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a partition's state from the remaining events and the header that was committed. Every
 * live lock, and each end that is set for it, appears in an event no older than {@link #since}: a
 * lock that may be held longer without a renewal is told again. So does every live session. Used by
 * one thread.
 */
public interface StateRebuild {
  /** Begins rebuilds. */
  interface Source {
    /**
     * Begins with an empty state under the last settings, which decided everything that is still
     * live.
     */
    StateRebuild begin(int partition, PartitionHeader committed);
  }

  /**
   * Log time, epoch ms, from which all events are needed: the longest time without an event for a
   * lock or request, before the longest time for which its effects are remembered or counted.
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
   * @param lockReplyTo the reply address of the lock's acquire; null if it had none
   * @throws IllegalArgumentException if the event cannot be the next one
   */
  void follow(Event event, @Nullable String lockReplyTo);

  /**
   * Bytes charged so far for live locks and requests, remembered endings and moved paths; about the
   * heap that they take.
   */
  long bytes();

  /**
   * The state after the last event.
   *
   * @throws IllegalArgumentException if the last event is not the last one of the header, or events
   *     are missing because no event keeps the session of a bound lock alive
   */
  PartitionState state();
}
