package io.lockarbiter.audit.replay;

/** A history of two logs that were opened for it. */
public record OpenHistory(int partition, int partitions, RecordLog commands, RecordLog events)
    implements PartitionHistory {
  @Override
  public void close() {
    try (commands;
        events) {
      // closes both
    }
  }
}
