package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.lock.Settings;

/**
 * Both logs of one partition. The end of the events must have been looked up before the end of the
 * commands: then every event's cause is among the commands, however busy the arbiter is.
 */
public interface PartitionHistory extends AutoCloseable {

  int partition();

  /** Returns the number of partitions of the topics; {@link Settings#UNTOLD} if unknown. */
  default int partitions() {
    return Settings.UNTOLD;
  }

  RecordLog commands();

  RecordLog events();

  @Override
  void close();
}
