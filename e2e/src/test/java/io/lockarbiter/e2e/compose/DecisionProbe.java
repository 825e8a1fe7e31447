package io.lockarbiter.e2e.compose;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes an acquire and a release and reads the decisions; exits with code 0 only if they are
 * {@code granted} and {@code released}. Argument: the brokers.
 */
public final class DecisionProbe {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ACCOUNT = "probe";
  private static final Owner OWNER = new Owner("u1", null);

  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;

  private DecisionProbe(
      KafkaProducer<byte[], byte[]> producer, KafkaConsumer<byte[], byte[]> consumer) {
    this.producer = producer;
    this.consumer = consumer;
  }

  /** Probes the deployment at the brokers given as the only argument. */
  public static void main(String[] arguments) {
    probe(arguments[0]);
  }

  /**
   * Probes the deployment at these brokers.
   *
   * @throws IllegalStateException if a decision is missing or not the expected one
   */
  public static void probe(String bootstrapServers) {
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      new DecisionProbe(producer, consumer).run();
    }
  }

  private void run() {
    List<TopicPartition> partitions =
        consumer.partitionsFor("lock.events").stream()
            .map(info -> new TopicPartition("lock.events", info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    Acquire acquire = acquire();
    expect(Granted.class, ask(acquire));
    expect(Released.class, ask(release(acquire.commandId())));
  }

  private static Acquire acquire() {
    LockPath path = LockPath.of("/docs/plan.pdf");
    return new Acquire(
        ACCOUNT,
        null,
        new LockFields(
            UUID.randomUUID().toString(),
            OWNER,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            Settings.DEFAULT_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  private static Release release(String lockId) {
    return new Release(UUID.randomUUID().toString(), ACCOUNT, OWNER, null, lockId, false);
  }

  private Event ask(AccountCommand command) {
    producer.send(
        new ProducerRecord<>(
            "lock.commands",
            ACCOUNT.getBytes(StandardCharsets.UTF_8),
            CommandCodec.encode(command)));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - deadline < 0) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
        Event event = EventCodec.decode(record.value());
        if (event.head().commandId().equals(command.commandId())) {
          System.out.println(new String(record.value(), StandardCharsets.UTF_8));
          return event;
        }
      }
    }
    throw new IllegalStateException(
        "no answer to commandId=" + command.commandId() + " within " + PATIENCE.toSeconds() + " s");
  }

  private static void expect(Class<? extends Event> expected, Event found) {
    if (!expected.isInstance(found)) {
      throw new IllegalStateException(
          "expected " + expected.getSimpleName() + ", found " + found.type().text());
    }
  }
}
