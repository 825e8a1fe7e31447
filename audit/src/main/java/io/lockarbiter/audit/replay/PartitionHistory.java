package io.lockarbiter.audit.replay;

/**
 * Both logs of one partition. The end of the events must have been looked up before the end of the
 * commands: then every event's cause is among the commands, however busy the arbiter is.
 */
public interface PartitionHistory extends AutoCloseable {

  int partition();

  RecordLog commands();

  RecordLog events();

  @Override
  void close();
}
