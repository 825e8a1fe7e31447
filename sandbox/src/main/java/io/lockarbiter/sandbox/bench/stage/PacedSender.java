package io.lockarbiter.sandbox.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends commands from a thread of its own, as many as may be sent by now. */
public final class PacedSender implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final long PAUSE_NANOS = 1_000_000;

  /** A command as JSON, and whose it is. */
  public record Command(String account, String json) {}

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong sent = new AtomicLong();
  private final LongSupplier allowed;
  private final LongFunction<List<Command>> groups;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread thread;

  /**
   * Nothing is sent before {@link #start}.
   *
   * @param producer settings of the producer beside {@code bootstrap.servers}
   * @param allowed how many commands may have been sent by now; asked about once a ms
   * @param groups the commands that are sent in one go, by their group's number from 0 on
   */
  public PacedSender(
      String bootstrapServers,
      Map<String, String> producer,
      LongSupplier allowed,
      LongFunction<List<Command>> groups) {
    this.allowed = allowed;
    this.groups = groups;
    Map<String, Object> settings = new HashMap<>(producer);
    settings.put("bootstrap.servers", bootstrapServers);
    this.producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    this.thread = new Thread(this::run, "load");
    thread.setDaemon(true);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  private void run() {
    for (long group = 0; !ended.get(); ) {
      if (sent.get() < allowed.getAsLong()) {
        groups.apply(group++).forEach(this::send);
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void send(Command command) {
    var unused =
        producer.send(
            new ProducerRecord<>(
                COMMANDS, command.account().getBytes(UTF_8), command.json().getBytes(UTF_8)));
    sent.incrementAndGet();
  }

  /** Commands sent so far. */
  public long sent() {
    return sent.get();
  }

  /** Sends no more; returns when all is in the log. */
  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
