package io.lockarbiter.embedded.load;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a {@link LoadGenerator} says and hears: requests in slots, each answered once before the
 * next one of its slot. Not thread-safe.
 */
public interface Traffic {
  /** The topic that answers come from. */
  String answers();

  /** How many slots there are. */
  int slots();

  /** The next request of a slot, whose bytes may be the same array at every call. */
  ProducerRecord<byte[], byte[]> next(int slot);

  /** The slot that an answer belongs to; -1 if to none. */
  int answered(ConsumerRecord<byte[], byte[]> answer);

  /** Says whether something of a slot is still to be given back. */
  boolean isOpen(int slot);

  /** Requests that were refused; none should be. */
  long refused();
}
