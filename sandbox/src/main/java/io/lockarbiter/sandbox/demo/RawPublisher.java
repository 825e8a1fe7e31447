package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes commands that no client would send, such as renewals that come too late; asks for
 * nothing and repeats nothing.
 */
final class RawPublisher implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  RawPublisher(String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /**
   * Publishes a command.
   *
   * @throws IllegalStateException if one before could not be published
   */
  void publish(AccountCommand command) {
    Exception before = failure.get();
    if (before != null) {
      throw new IllegalStateException("cannot publish on " + Topic.COMMANDS.text(), before);
    }
    byte[] key = command.account().getBytes(StandardCharsets.UTF_8);
    producer.send(
        new ProducerRecord<>(Topic.COMMANDS.text(), key, CommandCodec.encode(command)),
        (sent, unsent) -> failure.compareAndSet(null, unsent));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
