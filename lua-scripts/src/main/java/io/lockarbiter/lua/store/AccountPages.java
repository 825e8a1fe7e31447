package io.lockarbiter.lua.store;

import org.jspecify.annotations.Nullable;

/**
 * The live locks of an account in pages. Who has read them all, and then applies every event after
 * the smallest {@code seq} of these, each as something that may be known already, has the state as
 * it is at every later event from the largest {@code last} of them on.
 *
 * <p>Safe for use by many threads.
 */
public interface AccountPages {
  /** The cursor of the first page. */
  byte[] FIRST = {};

  /**
   * Held locks, each once, unless it changes meanwhile.
   *
   * @param cursor {@link #FIRST}, then what the page before answered
   * @return null if there is no state, or half a state
   */
  @Nullable AccountPage<HeldLock> heldPage(int partition, String account, byte[] cursor);

  /** Waiting requests, likewise, in queue order. */
  @Nullable AccountPage<WaitingRequest> waitingPage(int partition, String account, byte[] cursor);

  /** Says of one alone whether it is held or waits; null if there is no state, or half a state. */
  @Nullable Boolean isLive(int partition, String account, String lockId);
}
