package io.lockarbiter.lua.store;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Recent acquires or endings of an account or a sub-account, by step: RULES.md, Limits.
 *
 * @param name the name of {@link Names}, hexadecimal, and a letter for what is counted
 * @param lengthMs the length of the window, ms of log time
 * @param counts the counts of its eight steps, the present one last; not all 0
 */
public record StepWindow(String name, long lengthMs, List<Long> counts) {
  /** Number of steps of a window. */
  public static final int STEPS = 8;

  /**
   * The window with the counts that still count at a time; null if it is over.
   *
   * @param perStep the counts by number of the step
   */
  public static @Nullable StepWindow at(
      long at, String name, long lengthMs, Map<Long, Long> perStep) {
    long present = step(at, lengthMs);
    List<Long> counts =
        LongStream.rangeClosed(present - STEPS + 1, present)
            .mapToObj(step -> perStep.getOrDefault(step, 0L))
            .toList();
    boolean isOver = counts.stream().allMatch(count -> count == 0);
    return isOver ? null : new StepWindow(name, lengthMs, counts);
  }

  /** The step in which a time lies, counted since the epoch. */
  public static long step(long at, long lengthMs) {
    return at * STEPS / lengthMs;
  }

  /** The first ms of a step. */
  public static long begin(long step, long lengthMs) {
    return -Math.floorDiv(-step * lengthMs, STEPS);
  }
}
