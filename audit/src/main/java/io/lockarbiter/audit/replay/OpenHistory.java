package io.lockarbiter.audit.replay;

/** A history of two opened logs. */
public record OpenHistory(int partition, int partitions, RecordLog commands, RecordLog events)
    implements PartitionHistory {
  @Override
  public void close() {
    try (commands;
        events) {
      // both are closed, by the resources above
    }
  }
}
