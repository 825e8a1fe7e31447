package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.HaltedException;
import org.apache.kafka.common.KafkaException;

/** Checks that commands and events are still the topics that existed at the start. */
@FunctionalInterface
public interface SameTopics {
  /**
   * Refuses to go on in a topic that was made anew under the same name.
   *
   * @param asks whether to ask the brokers; otherwise the last answer counts
   * @throws HaltedException if a topic was made anew
   * @throws KafkaException if it asks, and the answer is not known or a topic is not there
   */
  void require(int partition, boolean asks);
}
