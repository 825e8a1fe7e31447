package io.lockarbiter.embedded.load;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The requests and answers of a {@link LoadGenerator}: requests in slots, each answered once before
 * the next one of its slot. Not thread-safe.
 */
public interface Traffic {
  /** Returns the topic of the answers. */
  String answers();

  /** Returns the number of slots. */
  int slots();

  /** Returns the next request of a slot; its bytes may be the same array at every call. */
  ProducerRecord<byte[], byte[]> next(int slot);

  /** Returns the slot of an answer; -1 if it belongs to none. */
  int answered(ConsumerRecord<byte[], byte[]> answer);

  /** Says whether a slot still holds a lock. */
  boolean isOpen(int slot);

  /** Returns the number of refused requests, which should be 0. */
  long refused();
}
