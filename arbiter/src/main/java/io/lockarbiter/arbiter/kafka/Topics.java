package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * Names of the topics.
 *
 * @param commands the topic of commands
 * @param events the topic of decisions
 * @param deadLetters the topic of records whose sender cannot be answered
 */
public record Topics(String commands, String events, String deadLetters) {
  /** A partition of the commands. */
  public TopicPartition commands(int partition) {
    return new TopicPartition(commands, partition);
  }

  /** The partition of the events that answers the commands of this partition. */
  public TopicPartition events(int partition) {
    return new TopicPartition(events, partition);
  }
}
