package io.lockarbiter.trial.bench.neighbours;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends hostile commands. Used by one thread. */
final class HostileSender implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";

  /** So few on their way are appended when they are sent, but for some milliseconds. */
  private static final int ON_THEIR_WAY = 32;

  private final Semaphore places = new Semaphore(ON_THEIR_WAY);
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final KafkaProducer<byte[], byte[]> producer;

  HostileSender(String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "0", "batch.size", "65536"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends as fast as it goes. */
  void send(String account, String command) {
    send(account, command, () -> {});
  }

  /** Waits until few are on their way. */
  void awaitPlace() throws InterruptedException {
    places.acquire();
  }

  /** Sends after {@link #awaitPlace}. */
  void sendInPlace(String account, String command) {
    send(account, command, places::release);
  }

  private void send(String account, String command, Runnable afterwards) {
    var unused =
        producer.send(
            new ProducerRecord<>(COMMANDS, account.getBytes(UTF_8), command.getBytes(UTF_8)),
            (appended, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
              afterwards.run();
            });
  }

  /** Waits until all is in the log. */
  void awaitSent() {
    producer.flush();
    Exception e = failure.get();
    if (e != null) {
      throw new IllegalStateException(
          "the broker did not take a command of a hostile account: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
