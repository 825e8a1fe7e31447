package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.Traceparent;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends commands, keyed by account. {@code Producer.send} may block for metadata or buffer space;
 * it does so on a thread of its own, so that leases are renewed and lost in time meanwhile.
 */
final class KafkaCommandSender implements CommandSender {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaCommandSender.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The longest wait of a command behind others that are held up. */
  static final Duration LONGEST_QUEUE =
      LONGEST_DELIVERY.minus(KafkaSettings.LONGEST_BLOCK).minus(KafkaSettings.DELIVERY);

  /**
   * The time after which a failure says nothing about the present; an idle client is then healthy
   * again.
   */
  static final Duration FAILURE_COUNTS = Duration.ofSeconds(60);

  private record Failure(String what, long at) {}

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final LongSupplier nanoTime;
  private final ExecutorService thread;
  private volatile @Nullable Failure lastFailure;

  KafkaCommandSender(
      Producer<byte[], byte[]> producer, String topic, LongSupplier nanoTime, String threadName) {
    this.producer = producer;
    this.nanoTime = nanoTime;
    this.topic = topic;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread sender = new Thread(task, threadName);
              sender.setDaemon(true);
              return sender;
            });
  }

  @Override
  public void send(AccountCommand command, Consumer<SendFailure> failed) {
    long acceptedAt = nanoTime.getAsLong();
    try {
      thread.execute(() -> publish(command, acceptedAt, failed));
    } catch (RejectedExecutionException e) {
      failed.accept(new SendFailure("the client is closed", /* isFinal= */ true));
    }
  }

  /**
   * The reason why commands are not appended at present; null if the last one was, or failed long
   * ago.
   */
  @Nullable String lastFailure() {
    Failure last = lastFailure;
    return last == null || nanoTime.getAsLong() - last.at() > FAILURE_COUNTS.toNanos()
        ? null
        : last.what();
  }

  private void publish(AccountCommand command, long acceptedAt, Consumer<SendFailure> failed) {
    if (nanoTime.getAsLong() - acceptedAt > LONGEST_QUEUE.toNanos()) {
      failed.accept(
          new SendFailure(
              "the producer was held up for more than " + LONGEST_QUEUE, /* isFinal= */ false));
      return;
    }
    Consumer<Exception> notAppended =
        failure -> {
          if (!SendFailures.isOfItsRecord(failure)) {
            lastFailure = new Failure(failure.toString(), nanoTime.getAsLong());
          }
          failed.accept(SendFailures.of(failure));
        };
    byte[] key = command.account().getBytes(UTF_8);
    try {
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topic, null, key, CommandCodec.encode(command), headers(command)),
              (metadata, failure) -> {
                if (failure == null) {
                  lastFailure = null;
                } else {
                  notAppended.accept(failure);
                }
              });
    } catch (KafkaException | IllegalStateException e) {
      notAppended.accept(e);
    }
  }

  private static List<Header> headers(AccountCommand command) {
    String traceparent =
        command instanceof Acquire acquire
            ? acquire.fields().attributes().get(LockFields.TRACEPARENT)
            : null;
    return traceparent != null && Traceparent.isValid(traceparent)
        ? List.of(new RecordHeader(LockFields.TRACEPARENT, traceparent.getBytes(UTF_8)))
        : List.of();
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      producer.close(PATIENCE);
    } catch (KafkaException e) {
      LOG.warn("commands may be unsent, the producer did not close in order: {}", e.toString());
    }
  }
}
