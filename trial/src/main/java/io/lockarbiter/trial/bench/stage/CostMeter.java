package io.lockarbiter.trial.bench.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** Asks processes for the processor time that they have used. */
public final class CostMeter {
  private final Map<String, DoubleSupplier> processes = new LinkedHashMap<>();

  /** Adds a process; what it answers is in seconds. */
  public CostMeter with(String name, DoubleSupplier seconds) {
    processes.put(name, seconds);
    return this;
  }

  /** Processor time that each has used since it started. */
  public Costs read() {
    Map<String, Double> seconds = new TreeMap<>();
    processes.forEach((name, used) -> seconds.put(name, used.getAsDouble()));
    return new Costs(seconds);
  }
}
