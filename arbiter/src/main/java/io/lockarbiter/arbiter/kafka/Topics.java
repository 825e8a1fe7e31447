package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * Names of the topics.
 *
 * @param commands where commands are read
 * @param events where decisions are published
 * @param deadLetters where records go that nobody can be told about
 */
public record Topics(String commands, String events, String deadLetters) {
  /** A partition of the commands. */
  public TopicPartition commands(int partition) {
    return new TopicPartition(commands, partition);
  }

  /** The partition of the events that answers it. */
  public TopicPartition events(int partition) {
    return new TopicPartition(events, partition);
  }
}
