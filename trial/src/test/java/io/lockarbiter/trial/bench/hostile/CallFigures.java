package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The longest call of an input.
 *
 * @param longestMicros on the server, of all calls
 * @param p999Micros the same, but for one call in a thousand; the longest if there are fewer
 * @param processorMicros most processor time of a call, −1 if unknown
 * @param p999ProcessorMicros but for one call in a thousand
 * @param bytesIn most of a call
 * @param bytesOut most of a call
 */
record CallFigures(
    int calls,
    long longestMicros,
    long p999Micros,
    long processorMicros,
    long p999ProcessorMicros,
    long bytesIn,
    long bytesOut) {
  /** No call may take longer. */
  static final long MOST_MICROS = 10_000;

  /** No call may bring or answer more. */
  static final long MOST_BYTES = 1_048_576;

  /** So many calls have a 99.9th percentile other than their maximum. */
  private static final int ENOUGH_CALLS = 1_000;

  static CallFigures of(List<ScriptCall> calls) {
    return new CallFigures(
        calls.size(),
        of(calls, ScriptCall::wallMicros, 1),
        of(calls, ScriptCall::wallMicros, 0.999),
        of(calls, ScriptCall::processorMicros, 1),
        of(calls, ScriptCall::processorMicros, 0.999),
        of(calls, ScriptCall::bytesIn, 1),
        of(calls, ScriptCall::bytesOut, 1));
  }

  private static long of(List<ScriptCall> calls, ToLongFunction<ScriptCall> of, double share) {
    List<Long> figures = calls.stream().map(of::applyAsLong).toList();
    return (long) Quantiles.of(figures, calls.size() < ENOUGH_CALLS ? 1 : share);
  }

  /**
   * Says whether a bound is broken; by processor time if it is known, which others do not lengthen.
   */
  boolean isOver() {
    long micros = processorMicros < 0 ? p999Micros : p999ProcessorMicros;
    return micros > MOST_MICROS || Math.max(bytesIn, bytesOut) > MOST_BYTES;
  }

  @Override
  public String toString() {
    return "%,d calls, longest %.1f ms, p99.9 %.1f; processor %.1f, p99.9 %.1f; bytes in %,d, out %,d: %s"
        .formatted(
            calls,
            longestMicros / 1e3,
            p999Micros / 1e3,
            processorMicros / 1e3,
            p999ProcessorMicros / 1e3,
            bytesIn,
            bytesOut,
            isOver() ? "over" : "within");
  }
}
