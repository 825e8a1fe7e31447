package io.lockarbiter.lua.store;

/**
 * Bounds before which nothing counts any more, as the settings changed: RULES.md, Settings.
 *
 * @param endedAt ids that ended at or before this log time, epoch ms, are forgotten; −1 if none
 * @param acquiresSince acquires are counted, in their window, after the event of this number
 * @param endingsSince endings likewise, in the repeat window
 */
public record Floors(long endedAt, long acquiresSince, long endingsSince) {
  /** Nothing is forgotten that the present settings do not forget. */
  public static final Floors NONE = new Floors(-1, 0, 0);
}
