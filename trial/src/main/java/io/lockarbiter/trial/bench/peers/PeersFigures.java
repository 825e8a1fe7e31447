package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.trial.bench.peers.PeersReport.Cost;
import io.lockarbiter.trial.bench.peers.PeersReport.Echo;
import io.lockarbiter.trial.bench.peers.PeersReport.Latency;
import io.lockarbiter.trial.bench.peers.PeersReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Gathers what the runs measure, and makes medians of it. Not thread-safe. */
final class PeersFigures {
  private static final Map<Integer, Double> LEAST_RATIO = Map.of(256, 3.0, 4_000, 5.0);
  private static final double P50_MOST = 1.8;
  private static final double P99_MOST = 2;

  private final Map<Measured, List<Rate>> rates = new LinkedHashMap<>();
  private final Map<Side, List<Double>> p50Ms = new LinkedHashMap<>();
  private final Map<Side, List<Double>> p99Ms = new LinkedHashMap<>();

  private record Measured(Side side, int inFlight) {}

  /** A rate of one run. */
  void add(Side side, int inFlight, Rate rate) {
    rates.computeIfAbsent(new Measured(side, inFlight), key -> new ArrayList<>()).add(rate);
  }

  /** The latencies of one run, ns. */
  void add(Side side, List<Long> nanos) {
    p50Ms.computeIfAbsent(side, key -> new ArrayList<>()).add(Quantiles.of(nanos, 0.5) / 1e6);
    p99Ms.computeIfAbsent(side, key -> new ArrayList<>()).add(Quantiles.of(nanos, 0.99) / 1e6);
  }

  /** The arbiter beside Redisson's locks. */
  Level level(int inFlight, int threads) {
    Series arbiter = rates(Side.ARBITER, inFlight, Rate::cyclesPerSecond);
    Series redisson = rates(Side.REDISSON, threads, Rate::cyclesPerSecond);
    return new Level(
        inFlight,
        threads,
        arbiter,
        redisson,
        arbiter.times(redisson),
        LEAST_RATIO.getOrDefault(inFlight, 0.0));
  }

  /** The arbiter beside the echo. */
  Echo echo(int inFlight) {
    Series arbiter = rates(Side.ARBITER, inFlight, Rate::commandsPerSecond);
    Series echo = rates(Side.ECHO, inFlight, Rate::commandsPerSecond);
    return new Echo(inFlight, arbiter, echo, arbiter.times(echo));
  }

  /** Both at a fixed rate. */
  Latency latency(int perSecond) {
    Series arbiterP50 = Series.of(p50Ms.getOrDefault(Side.ARBITER, List.of()));
    Series arbiterP99 = Series.of(p99Ms.getOrDefault(Side.ARBITER, List.of()));
    Series echoP50 = Series.of(p50Ms.getOrDefault(Side.ECHO, List.of()));
    Series echoP99 = Series.of(p99Ms.getOrDefault(Side.ECHO, List.of()));
    return new Latency(
        perSecond,
        arbiterP50,
        arbiterP99,
        echoP50,
        echoP99,
        arbiterP50.times(echoP50),
        arbiterP99.times(echoP99),
        P50_MOST,
        P99_MOST);
  }

  /** Processor time of every side and level. */
  List<Cost> costs() {
    return rates.entrySet().stream()
        .map(
            entry ->
                new Cost(
                    entry.getKey().side().toString(),
                    entry.getKey().inFlight(),
                    medians(entry.getValue()),
                    Quantiles.median(
                        entry.getValue().stream().map(Rate::kilobytesPerCommand).toList())))
        .toList();
  }

  private static Map<String, Double> medians(List<Rate> rates) {
    Map<String, List<Double>> all = new TreeMap<>();
    for (Rate rate : rates) {
      rate.used()
          .perMillion(rate.commands())
          .seconds()
          .forEach(
              (process, seconds) ->
                  all.computeIfAbsent(process, key -> new ArrayList<>()).add(seconds));
    }
    Map<String, Double> medians = new TreeMap<>();
    all.forEach((process, seconds) -> medians.put(process, Quantiles.median(seconds)));
    return medians;
  }

  private Series rates(Side side, int inFlight, ToDoubleFunction<Rate> figure) {
    return Series.of(
        rates.getOrDefault(new Measured(side, inFlight), List.of()).stream()
            .map(figure::applyAsDouble)
            .toList());
  }
}
