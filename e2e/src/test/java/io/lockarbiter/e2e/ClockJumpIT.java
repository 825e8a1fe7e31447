package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.Infrastructure;
import io.lockarbiter.embedded.server.KafkaMember;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.trial.chaos.WrongClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker whose clock jumps far ahead and is set right, with a real arbiter behind it. */
@Cluster
@Tag("nightly")
class ClockJumpIT {
  private static final int PARTITION = 1;
  private static final long YEAR_MS = TimeUnit.DAYS.toMillis(365);

  @Test
  void jumpOfAYear_isNoYearOfStandstill(Deployment deployment, @TempDir Path directory)
      throws Exception {
    WrongClock clock = new WrongClock();
    KafkaOptions options = KafkaOptions.DEFAULT.withPort(Ports.free()).withDataDirectory(directory);
    KafkaMember member = new KafkaMember(1, KafkaMember.newClusterId(), List.of(Ports.free()));
    try (EmbeddedKafka kafka = EmbeddedKafka.start(options, member, clock);
        Broker broker = new Broker(kafka, deployment)) {
      ArbiterNode arbiter =
          ArbiterNode.start(broker, deployment.settings(), new Faults()).awaitHealthy();
      broker.acquire("before", "/before", 600_000);
      broker.awaitEvent("before", EventType.GRANTED);

      clock.setOff(YEAR_MS);
      broker.acquire("jump", "/jump", 600_000);
      broker.awaitEvent("before", EventType.RELEASED);
      clock.setOff(0);
      broker.acquire("after", "/after", 5_000);
      broker.awaitEvent("after", EventType.GRANTED);
      long granted = System.nanoTime();
      broker.awaitEvent("after", EventType.RELEASED);
      System.out.printf(
          "a lease of 5 s ended %.1f s after its grant, behind a clock that had jumped a year%n",
          (System.nanoTime() - granted) / 1_000_000_000.0);

      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
      assertThat(arbiter.get("/actuator/prometheus"))
          .contains("lockarbiter_clock_behind_seconds{partition=\"1\"} 3.15");
      CleanHistory.check(broker.bootstrapServers(), deployment.prefix());
      arbiter.close();

      try (RedisKeys keys = RedisKeys.of(deployment)) {
        keys.flush(PARTITION);
      }
      try (ArbiterNode next =
          ArbiterNode.start(broker, deployment.settings(), new Faults()).awaitHealthy()) {
        assertThat(next.recoveries("EMPTY")).isEqualTo(1);
        broker.acquire("rebuilt", "/rebuilt", 1_000);
        broker.awaitEvent("rebuilt", EventType.RELEASED);
      }
      CleanHistory.check(broker.bootstrapServers(), deployment.prefix());
    }
  }

  /** That broker, with the Redis of the other tests. */
  private static final class Broker implements Infrastructure {
    private final EmbeddedKafka kafka;
    private final Deployment deployment;
    private final KafkaProducer<byte[], byte[]> producer;

    Broker(EmbeddedKafka kafka, Deployment deployment) {
      this.kafka = kafka;
      this.deployment = deployment;
      this.producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", kafka.bootstrapServers()),
              new ByteArraySerializer(),
              new ByteArraySerializer());
    }

    void acquire(String id, String path, long leaseMs) throws Exception {
      String account = deployment.accountIn(PARTITION);
      String command =
          """
          {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u","operation":"UPLOAD","path":"%s","leaseMs":%d}"""
              .formatted(id, account, path, leaseMs);
      producer
          .send(
              new ProducerRecord<>(
                  deployment.commands(), account.getBytes(UTF_8), command.getBytes(UTF_8)))
          .get();
    }

    void awaitEvent(String commandId, EventType type) {
      await()
          .until(
              () ->
                  events().stream()
                      .anyMatch(
                          event ->
                              event.type() == type && event.head().commandId().equals(commandId)));
    }

    private List<Event> events() {
      TopicPartition partition = new TopicPartition(deployment.events(), PARTITION);
      Map<String, Object> settings =
          Map.of(
              "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed");
      List<Event> events = new ArrayList<>();
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        while (consumer.position(partition) < end) {
          consumer
              .poll(Duration.ofMillis(100))
              .forEach(record -> events.add(EventCodec.decode(record.value())));
        }
      }
      return events;
    }

    @Override
    public String bootstrapServers() {
      return kafka.bootstrapServers();
    }

    @Override
    public String redisAddress() {
      return deployment.infrastructure().redisAddress();
    }

    @Override
    public void close() {
      producer.close(Duration.ZERO);
    }
  }
}
