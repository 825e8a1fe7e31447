package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.clients.producer.Producer;

/** Makes transactional producers. */
@FunctionalInterface
public interface ProducerSource {
  /** A producer of its own that no transaction was begun with. */
  Producer<byte[], byte[]> open(String transactionalId);
}
