package io.lockarbiter.lua.store;

/**
 * The times and events before which endings and acquires no longer count, because the settings
 * changed: RULES.md, Settings.
 *
 * @param endedAt ids that ended at or before this log time, epoch ms, are forgotten; −1 if none
 * @param acquiresSince acquires are counted, in their window, after the event of this number
 * @param endingsSince endings are counted, in the repeat window, after the event of this number
 */
public record Floors(long endedAt, long acquiresSince, long endingsSince) {
  /** No floor: only the present settings decide what is forgotten. */
  public static final Floors NONE = new Floors(-1, 0, 0);
}
