package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.sandbox.measure.LatencyHistogram;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes commands and waits for their answers; plain Kafka clients, nothing else. */
final class LockAsker implements AutoCloseable {
  static final String COMMANDS = "lock.commands";
  static final String EVENTS = "lock.events";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final byte[] replyTo;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, PendingAnswer> waiting = new ConcurrentHashMap<>();
  private final Consumer<Event> listener;
  private final LatencyHistogram latency;
  private final Thread reader;

  /**
   * Connects, and resolves the end of the events before it returns.
   *
   * @param replyTo what the commands carry as {@code replyTo}
   * @param listener gets every event of everybody, on the reader's thread
   * @param latency gets the time from each command to its answer
   */
  LockAsker(
      String bootstrapServers, String replyTo, Consumer<Event> listener, LatencyHistogram latency) {
    this.replyTo = replyTo.getBytes(StandardCharsets.UTF_8);
    this.listener = listener;
    this.latency = latency;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(EVENTS).stream()
            .map(info -> new TopicPartition(EVENTS, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    reader = new Thread(this::read, "demo-answers");
    reader.start();
  }

  /**
   * Publishes a command and waits for its direct answer, and for the end of the wait if the answer
   * is that the request is queued.
   *
   * @param patience for the end of a wait
   * @throws IllegalStateException if the direct answer does not come within 30 s, or the wait does
   *     not end in time
   */
  Answer ask(AccountCommand command, Duration patience) throws InterruptedException {
    PendingAnswer pending = new PendingAnswer();
    waiting.put(command.commandId(), pending);
    long sentAt = System.nanoTime();
    publish(command, pending::fail);
    try {
      Event direct = await(pending.direct(), command, PATIENCE);
      latency.record(System.nanoTime() - sentAt);
      Event event = direct instanceof Queued ? await(pending.settled(), command, patience) : direct;
      return new Answer(event, direct.head().at(), sentAt);
    } finally {
      waiting.remove(command.commandId());
    }
  }

  /**
   * Publishes a command and waits for its direct answer; the request must not be one that waits.
   */
  Answer ask(AccountCommand command) throws InterruptedException {
    return ask(command, PATIENCE);
  }

  /** Publishes a command and waits for nothing; what goes wrong goes to the callback. */
  void publish(AccountCommand command, Consumer<Exception> failed) {
    byte[] key = command.account().getBytes(StandardCharsets.UTF_8);
    producer.send(
        new ProducerRecord<>(COMMANDS, key, CommandCodec.encode(command)),
        (sent, failure) -> {
          if (failure != null) {
            failed.accept(failure);
          }
        });
  }

  private static Event await(
      CompletableFuture<Event> answer, AccountCommand command, Duration patience)
      throws InterruptedException {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot publish on " + COMMANDS, e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "no answer on %s to commandId=%s account=%s within %d s; is an arbiter running?"
              .formatted(EVENTS, command.commandId(), command.account(), patience.toSeconds()),
          e);
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    consumer.wakeup();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (consumer) {
      while (true) {
        consumer.poll(Duration.ofSeconds(1)).forEach(this::take);
      }
    } catch (WakeupException e) {
      // closed
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Event event = EventCodec.decode(record.value());
    listener.accept(event);
    boolean isDirect = isOurs(record, "replyTo");
    if (isDirect || isOurs(record, "lockReplyTo")) {
      PendingAnswer pending = waiting.get(event.head().commandId());
      if (pending != null) {
        pending.take(event, isDirect);
      }
    }
  }

  private boolean isOurs(ConsumerRecord<byte[], byte[]> record, String header) {
    Header address = record.headers().lastHeader(header);
    return address != null && Arrays.equals(address.value(), replyTo);
  }
}
