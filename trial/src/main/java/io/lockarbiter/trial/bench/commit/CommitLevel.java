package io.lockarbiter.trial.bench.commit;

/**
 * How much there is to commit.
 *
 * @param recordsPerSecond over all partitions; 0 = as fast as they are committed
 * @param inFlight over all partitions, if there is no rate
 */
record CommitLevel(int recordsPerSecond, int inFlight) {
  @Override
  public String toString() {
    return recordsPerSecond > 0
        ? "%,d records/s".formatted(recordsPerSecond)
        : "full speed, %,d in flight".formatted(inFlight);
  }
}
