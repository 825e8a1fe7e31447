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

/**
 * Publishes commands of operators, the only records that the console writes. The producer is
 * created on first use.
 */
public final class ForceReleases implements AutoCloseable {
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final String topic;
  private final Duration timeout;
  private @Nullable Producer<byte[], byte[]> producer;

  public ForceReleases(
      Supplier<Producer<byte[], byte[]>> producers, String topic, Duration timeout) {
    this.producers = producers;
    this.topic = topic;
    this.timeout = timeout;
  }

  /**
   * Publishes a command and waits until it is stored.
   *
   * @throws NotPublishedException if that is unknown; the command may be sent again under the same
   *     id
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
