package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.HaltedException;

/** Whether commands and events are still the topics that were there at the start. */
@FunctionalInterface
public interface SameTopics {
  /**
   * Refuses to go on in a topic that was made anew under the same name.
   *
   * @param asks the brokers; else the last answer counts
   * @throws HaltedException if one was made anew
   */
  void require(int partition, boolean asks);
}
