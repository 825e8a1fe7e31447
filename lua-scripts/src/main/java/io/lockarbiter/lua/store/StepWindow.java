package io.lockarbiter.lua.store;

import java.util.List;

/**
 * How often something happened to an account or a sub-account lately, RULES.md, Limits.
 *
 * @param name of it, {@link Names}, hexadecimal, and what is counted
 * @param lengthMs of the window, ms of log time
 * @param counts of its eight steps, the present one last; not all 0
 */
public record StepWindow(String name, long lengthMs, List<Long> counts) {
  /** A window is cut into so many steps. */
  public static final int STEPS = 8;

  /** The step in which a time lies, counted since the epoch. */
  public static long step(long at, long lengthMs) {
    return at * STEPS / lengthMs;
  }

  /** The first ms of a step. */
  public static long begin(long step, long lengthMs) {
    return -Math.floorDiv(-step * lengthMs, STEPS);
  }
}
