package io.lockarbiter.console.kafka;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** The one thing that the console publishes. Its producer is made when it is needed first. */
public final class ForceReleases implements AutoCloseable {
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final String topic;
  private final Duration timeout;
  private @Nullable Producer<byte[], byte[]> producer;

  /** Publishes to a topic of commands. */
  public ForceReleases(
      Supplier<Producer<byte[], byte[]>> producers, String topic, Duration timeout) {
    this.producers = producers;
    this.topic = topic;
    this.timeout = timeout;
  }

  /**
   * Publishes it and waits until it is stored.
   *
   * @throws NotPublishedException if that is not known; under the same id it may be sent again
   */
  public void publish(AccountCommand command) {
    byte[] key = command.account().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key, CommandCodec.encode(command));
    try {
      producer().send(record).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotPublishedException("the thread was interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new NotPublishedException(String.valueOf(cause.getMessage()), e);
    } catch (TimeoutException e) {
      throw new NotPublishedException(
          "%s did not answer within %d ms".formatted(topic, timeout.toMillis()), e);
    } catch (KafkaException e) {
      throw new NotPublishedException(String.valueOf(e.getMessage()), e);
    }
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (producer == null) {
      producer = producers.get();
    }
    return producer;
  }

  @Override
  public synchronized void close() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(2));
    }
  }
}
