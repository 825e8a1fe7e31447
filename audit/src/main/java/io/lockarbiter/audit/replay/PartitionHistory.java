package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.lock.Settings;

/**
 * Both logs of one partition. The end of the events must have been looked up before the end of the
 * commands: then every event's cause is among the commands, however busy the arbiter is.
 */
public interface PartitionHistory extends AutoCloseable {

  int partition();

  /** How many partitions the topics have; {@link Settings#UNTOLD} where that cannot be known. */
  default int partitions() {
    return Settings.UNTOLD;
  }

  RecordLog commands();

  RecordLog events();

  @Override
  void close();
}
