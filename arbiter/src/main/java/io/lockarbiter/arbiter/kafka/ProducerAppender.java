package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Command;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Appends with an idempotent producer, outside of transactions. */
public final class ProducerAppender implements CommandAppender, AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Producer<byte[], byte[]> producer;
  private final String topic;

  /**
   * An appender.
   *
   * @param topic the topic of the commands
   */
  public ProducerAppender(Producer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
  }

  @Override
  public CompletableFuture<Long> append(int partition, Command command) {
    return send(partition, command).thenApply(RecordMetadata::offset);
  }

  /** Appends as {@link #append}; the answer has the append time too. */
  CompletableFuture<RecordMetadata> send(int partition, Command command) {
    CompletableFuture<RecordMetadata> appended = new CompletableFuture<>();
    try {
      producer.send(
          new ProducerRecord<>(topic, partition, null, CommandCodec.encode(command)),
          (metadata, failure) -> {
            if (failure == null) {
              appended.complete(metadata);
            } else {
              appended.completeExceptionally(failure);
            }
          });
    } catch (RuntimeException e) {
      appended.completeExceptionally(e);
    }
    return appended;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
