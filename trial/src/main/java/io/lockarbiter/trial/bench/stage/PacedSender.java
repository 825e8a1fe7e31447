package io.lockarbiter.trial.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends commands from a thread of its own, each as soon as it may be sent. */
public final class PacedSender implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;

  /** A command as JSON, and whose it is. */
  public record Command(String account, String json) {}

  private final AtomicLong sent = new AtomicLong();
  private final LongUnaryOperator nanosUntil;
  private final LongFunction<List<Command>> groups;
  private final KafkaProducer<byte[], byte[]> producer;
  private final LoopingThread thread;
  private long nextGroup;

  /**
   * Nothing is sent before {@link #start}.
   *
   * @param producer settings of the producer beside {@code bootstrap.servers}
   * @param nanosUntil nanoseconds until the command of a number, from 0 on, may be sent; none above
   *     0 = now
   * @param groups the commands that are sent in one go, by their group's number from 0 on
   */
  public PacedSender(
      String bootstrapServers,
      Map<String, String> producer,
      LongUnaryOperator nanosUntil,
      LongFunction<List<Command>> groups) {
    this.nanosUntil = nanosUntil;
    this.groups = groups;
    Map<String, Object> settings = new HashMap<>(producer);
    settings.put("bootstrap.servers", bootstrapServers);
    this.producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    this.thread = new LoopingThread("load", this::sendOrWait);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  private void sendOrWait() {
    long nanos = nanosUntil.applyAsLong(sent.get());
    if (nanos <= 0) {
      groups.apply(nextGroup++).forEach(this::send);
    } else {
      LockSupport.parkNanos(Math.min(nanos, LONGEST_PAUSE_NANOS));
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
    thread.close();
    producer.close();
  }
}
