package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.trial.bench.stage.Series;
import java.util.List;
import java.util.Map;

/**
 * All that the runs have measured.
 *
 * @param seconds of each measurement
 * @param commandBytes mean length of a command's value, also the echo's
 * @param eventBytes likewise of an event
 * @param levels the arbiter beside Redisson's locks
 * @param costs processor time for a million commands
 */
record PeersReport(
    int cores,
    int runs,
    int seconds,
    int partitions,
    int accounts,
    int commandBytes,
    int eventBytes,
    List<Level> levels,
    Echo echo,
    Latency latency,
    List<Cost> costs) {

  /**
   * Cycles of acquire and release per second.
   *
   * @param threads of Redisson's side
   * @param ratio of the medians
   * @param least the bar for the ratio; 0 = none
   */
  record Level(
      int inFlight,
      int threads,
      Series arbiterCycles,
      Series redissonCycles,
      double ratio,
      double least) {}

  /**
   * Commands per second beside the echo.
   *
   * @param ratio of the medians
   */
  record Echo(int inFlight, Series arbiterCommands, Series echoCommands, double ratio) {}

  /**
   * From a command to its committed answer, ms.
   *
   * @param p50Ratio of the medians of the runs' medians
   * @param p99Ratio likewise
   * @param p50Most the bar for the ratio
   * @param p99Most likewise
   */
  record Latency(
      int perSecond,
      Series arbiterP50Ms,
      Series arbiterP99Ms,
      Series echoP50Ms,
      Series echoP99Ms,
      double p50Ratio,
      double p99Ratio,
      double p50Most,
      double p99Most) {}

  /**
   * Processor time of one side.
   *
   * @param secondsPerMillion by process, the median of the runs; the client makes the load
   * @param kilobytesPerCommand heap that the arbiter allocates for a command, likewise; 0 of other
   *     sides
   */
  record Cost(
      String side,
      int inFlight,
      Map<String, Double> secondsPerMillion,
      double kilobytesPerCommand) {}
}
