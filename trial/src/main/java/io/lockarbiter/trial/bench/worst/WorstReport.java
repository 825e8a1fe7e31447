package io.lockarbiter.trial.bench.worst;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The longest call of each input. */
record WorstReport(int cores, List<Line> lines) {
  /** What no call may take. */
  static final long MOST_MICROS = 10_000;

  /** What no call may bring or answer. */
  static final long MOST_BYTES = 1_048_576;

  /** So many calls have a 99.9th percentile other than their maximum. */
  private static final int ENOUGH_CALLS = 1_000;

  /**
   * One input.
   *
   * @param longestMicros on the server, of all calls
   * @param p999Micros the same, but for one call in a thousand; the longest if there are fewer
   * @param processorMicros most processor time of a call, −1 if unknown
   * @param p999ProcessorMicros but for one call in a thousand
   * @param totalMicros of all calls together, processor time if it is known
   * @param bytesIn most of a call
   * @param bytesOut most of a call
   */
  record Line(
      String input,
      int calls,
      long longestMicros,
      long p999Micros,
      long processorMicros,
      long p999ProcessorMicros,
      long totalMicros,
      long bytesIn,
      long bytesOut) {
    static Line of(String input, List<ScriptCall> calls) {
      return new Line(
          input,
          calls.size(),
          most(calls, ScriptCall::wallMicros),
          nearlyMost(calls, ScriptCall::wallMicros),
          most(calls, ScriptCall::processorMicros),
          nearlyMost(calls, ScriptCall::processorMicros),
          total(calls),
          most(calls, ScriptCall::bytesIn),
          most(calls, ScriptCall::bytesOut));
    }

    /**
     * Whether a bound is broken; by processor time if it is known, which others do not lengthen.
     */
    boolean isOver() {
      long micros = processorMicros < 0 ? p999Micros : p999ProcessorMicros;
      return micros > MOST_MICROS || Math.max(bytesIn, bytesOut) > MOST_BYTES;
    }

    private static long most(List<ScriptCall> calls, ToLongFunction<ScriptCall> figure) {
      return calls.stream().mapToLong(figure).max().orElse(0);
    }

    private static long total(List<ScriptCall> calls) {
      return calls.stream()
          .mapToLong(
              call -> call.processorMicros() < 0 ? call.wallMicros() : call.processorMicros())
          .sum();
    }

    private static long nearlyMost(List<ScriptCall> calls, ToLongFunction<ScriptCall> figure) {
      List<Long> figures = new ArrayList<>(calls.stream().map(figure::applyAsLong).toList());
      return calls.size() < ENOUGH_CALLS
          ? most(calls, figure)
          : (long) Quantiles.of(figures, 0.999);
    }
  }
}
