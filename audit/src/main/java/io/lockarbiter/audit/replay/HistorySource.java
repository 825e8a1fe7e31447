package io.lockarbiter.audit.replay;

import java.util.List;

/** A source of histories: Kafka, files exported from it, or memory. */
public interface HistorySource extends AutoCloseable {

  /** Name of the topic of commands, for reports. */
  String commandsTopic();

  /** Name of the topic of events, for reports. */
  String eventsTopic();

  /** Numbers of the partitions, rising. */
  List<Integer> partitions();

  /** Opens a partition; each opening reads from the beginning. */
  PartitionHistory open(int partition);

  @Override
  void close();
}
