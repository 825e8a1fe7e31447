package io.lockarbiter.trial.bench.peers;

import java.util.List;

/**
 * Extent of the runs.
 *
 * @param seconds of each measurement; the latency's is twice as long
 * @param warmUpSeconds of each side, before the first run
 * @param partitions of the topics, of the echo as well
 * @param inFlight the levels beside Redisson
 */
record PeersSettings(
    int runs, int seconds, int warmUpSeconds, int partitions, List<Integer> inFlight) {
  PeersSettings {
    inFlight = List.copyOf(inFlight);
  }
}
