package io.lockarbiter.trial.bench.lateness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Leaves locks and waiting requests alone until they are over. */
final class LatenessRun implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final String EVENTS = "lock.events";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long SHORT_LEASE_MS = 1_500;
  private static final long LONG_LEASE_MS = 4_500;
  private static final long SHORT_WAIT_MS = 500;
  private static final long LONG_WAIT_MS = 60_000;

  /** So that partitions are not due together. */
  private static final long APART_MS = 37;

  /** In each partition: three leases end, one wait is granted, one times out. */
  private static final int EVENTS_OF_ONE = 5;

  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"%s\",\"account\":\"%s\",\"subAccount\":\"of-%s\",\"operation\":\"UPLOAD\",\"path\":\"/%s\",\"leaseMs\":%d,\"waitMs\":%d}";

  private final List<String> accounts;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Due due = new Due();

  LatenessRun(BenchStage stage, int partitions) {
    accounts = PartitionAccounts.of(partitions, 1);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", stage.bootstrapServers(), "linger.ms", "0"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", stage.bootstrapServers(), "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> events =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(EVENTS, partition))
            .toList();
    consumer.assign(events);
    consumer.seekToEnd(events);
    events.forEach(consumer::position);
  }

  /** Asks in every partition, then reads until all is over. */
  void round(int round) {
    int wanted = due.count() + EVENTS_OF_ONE * accounts.size();
    for (int partition = 0; partition < accounts.size(); partition++) {
      String account = accounts.get(partition);
      long later = partition * APART_MS;
      String one = "-one-%d-%d".formatted(round, partition);
      String two = "-two-%d-%d".formatted(round, partition);
      ask(account, "h" + one, one, SHORT_LEASE_MS + later, 0);
      ask(account, "w" + one, one, SHORT_LEASE_MS, LONG_WAIT_MS);
      ask(account, "h" + two, two, LONG_LEASE_MS + later, 0);
      ask(account, "w" + two, two, SHORT_LEASE_MS, SHORT_WAIT_MS + later);
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (due.count() < wanted) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%d of %d events came within %d s"
                .formatted(due.count(), wanted, PATIENCE.toSeconds()));
      }
      for (ConsumerRecord<byte[], byte[]> event : consumer.poll(Duration.ofMillis(100))) {
        due.read(EventCodec.decode(event.value()), event.timestamp());
      }
    }
  }

  private void ask(String account, String id, String path, long leaseMs, long waitMs) {
    String command = ACQUIRE.formatted(id, account, id, path, leaseMs, waitMs);
    var unused =
        producer.send(
            new ProducerRecord<>(COMMANDS, account.getBytes(UTF_8), command.getBytes(UTF_8)));
  }

  Due due() {
    return due;
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
