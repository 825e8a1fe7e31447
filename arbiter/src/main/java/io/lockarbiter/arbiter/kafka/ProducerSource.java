package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.clients.producer.Producer;

/** Makes transactional producers. */
@FunctionalInterface
public interface ProducerSource {
  /** Opens a producer that has begun no transaction. */
  Producer<byte[], byte[]> open(String transactionalId);
}
