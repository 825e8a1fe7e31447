package io.lockarbiter.arbiter.kafka;

import org.apache.kafka.clients.consumer.Consumer;

/** Makes consumers that join the group. */
@FunctionalInterface
public interface ConsumerSource {
  /** Opens a consumer without subscription. */
  Consumer<byte[], byte[]> open(String clientId);
}
