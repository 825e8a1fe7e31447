package io.lockarbiter.trial.bench.stage;

import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time by process.
 *
 * @param seconds by the process's name
 */
public record Costs(Map<String, Double> seconds) {
  /** Copies the map. */
  public Costs {
    seconds = new TreeMap<>(seconds);
  }

  /** Processor time used since an earlier reading. */
  public Costs since(Costs earlier) {
    Map<String, Double> used = new TreeMap<>();
    seconds.forEach(
        (process, now) -> used.put(process, now - earlier.seconds.getOrDefault(process, 0.0)));
    return new Costs(used);
  }

  /** The same for a million of what was done. */
  public Costs perMillion(long done) {
    Map<String, Double> each = new TreeMap<>();
    seconds.forEach((process, used) -> each.put(process, done == 0 ? 0 : used * 1e6 / done));
    return new Costs(each);
  }
}
