package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.event.Event;
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

/** Publishes commands and waits for their direct answers; plain Kafka clients, nothing else. */
final class LockAsker implements AutoCloseable {
  static final String COMMANDS = "lock.commands";
  static final String EVENTS = "lock.events";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final byte[] replyTo;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, CompletableFuture<Event>> waiting = new ConcurrentHashMap<>();
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
   * Publishes a command and waits for its direct answer.
   *
   * @throws IllegalStateException if none comes within 30 s
   */
  Answer ask(AccountCommand command) throws InterruptedException {
    CompletableFuture<Event> answer = new CompletableFuture<>();
    waiting.put(command.commandId(), answer);
    byte[] key = command.account().getBytes(StandardCharsets.UTF_8);
    long sentAt = System.nanoTime();
    producer.send(
        new ProducerRecord<>(COMMANDS, key, CommandCodec.encode(command)),
        (sent, failure) -> {
          if (failure != null) {
            answer.completeExceptionally(failure);
          }
        });
    try {
      Event event = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      latency.record(System.nanoTime() - sentAt);
      return new Answer(event, sentAt);
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot publish on " + COMMANDS, e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "no answer on %s to commandId=%s account=%s within %d s; is an arbiter running?"
              .formatted(EVENTS, command.commandId(), command.account(), PATIENCE.toSeconds()),
          e);
    } finally {
      waiting.remove(command.commandId());
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
    Header address = record.headers().lastHeader("replyTo");
    if (address != null && Arrays.equals(address.value(), replyTo)) {
      CompletableFuture<Event> answer = waiting.get(event.head().commandId());
      if (answer != null) {
        answer.complete(event);
      }
    }
  }
}
