package io.lockarbiter.trial.bench.commit;

import java.util.List;

/**
 * What the runs measure.
 *
 * @param seconds of each measurement
 * @param warmUpSeconds of each design, before the first run
 * @param eventBytes length of a record's value
 */
record CommitSettings(
    int runs,
    int seconds,
    int warmUpSeconds,
    int partitions,
    int eventBytes,
    List<CommitLevel> levels) {
  CommitSettings {
    levels = List.copyOf(levels);
  }
}
