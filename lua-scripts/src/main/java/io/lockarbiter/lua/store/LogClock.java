package io.lockarbiter.lua.store;

/**
 * Log time, the only clock that decides: RULES.md, Log time. It goes on at the pace of the append
 * times and never runs backwards. After the broker's clock has stepped back it stays ahead of it by
 * whole steps, and stands for less than one.
 */
public final class LogClock {
  /** Clocks that are kept in time differ by less, ms; so that much is waited for. */
  public static final long STEP_MS = 10_000;

  private LogClock() {}

  /**
   * The log time at a record, epoch ms.
   *
   * @param at log time at the record before, 0 if there is none
   * @param before append time of that record, likewise
   * @param appendedAt append time of this one
   */
  public static long next(long at, long before, long appendedAt) {
    return Math.max(at, appendedAt + aheadBy(at, before));
  }

  /** By how much, ms, log time goes on ahead of the broker's clock after a record: whole steps. */
  public static long aheadBy(long at, long appendedAt) {
    return (at - appendedAt) / STEP_MS * STEP_MS;
  }

  /** For how long, ms, log time stands from a record on, by the broker's clock. */
  public static long standsFor(long at, long appendedAt) {
    return (at - appendedAt) % STEP_MS;
  }
}
