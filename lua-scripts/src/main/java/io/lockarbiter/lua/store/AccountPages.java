package io.lockarbiter.lua.store;

import org.jspecify.annotations.Nullable;

/**
 * The live locks of an account in pages. A caller that reads all pages, and then applies every
 * event after the smallest {@code seq} of them, tolerating events that the pages show already, has
 * the exact state at every later event from the largest {@code last} on.
 *
 * <p>Safe for use by many threads.
 */
public interface AccountPages {
  /** The cursor of the first page. */
  byte[] FIRST = {};

  /**
   * Held locks; each appears once, unless it changes meanwhile.
   *
   * @param cursor {@link #FIRST}, then the cursor from the page before
   * @return null if there is no state, or half a state
   */
  @Nullable AccountPage<HeldUntil> heldPage(int partition, String account, byte[] cursor);

  /** Waiting requests in queue order, paged as held locks are. */
  @Nullable AccountPage<WaitingRequest> waitingPage(int partition, String account, byte[] cursor);

  /** Says whether a single lock is held or waits; null if there is no state, or half a state. */
  @Nullable Boolean isLive(int partition, String account, String lockId);
}
