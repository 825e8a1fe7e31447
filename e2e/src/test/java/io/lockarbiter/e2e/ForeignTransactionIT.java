package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Publishers must not use transactions, but nothing prevents it. */
@EveryFifthDay
@Cluster
class ForeignTransactionIT {
  private static final int PARTITION = 1;

  @Test
  void openTransaction_showsThoughThereIsNoLag(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    try (Producer<byte[], byte[]> stranger = transactional(deployment)) {
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(acquire(deployment, "in-transaction")).get();
      String behind = deployment.log().acquire(deployment.accountIn(PARTITION));
      deployment.log().flush();

      await()
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/actuator/prometheus"))
                      .contains("lockarbiter_held_back_records{partition=\"1\"} 2.0")
                      .contains("lockarbiter_lag_records{partition=\"1\"} 0.0"));
      stranger.abortTransaction();

      await()
          .until(
              () ->
                  deployment.log().events().stream()
                      .anyMatch(event -> event.head().commandId().equals(behind)));
      await()
          .until(
              () ->
                  arbiter
                      .get("/actuator/prometheus")
                      .contains("lockarbiter_held_back_records{partition=\"1\"} 0.0"));
    }
  }

  @Test
  void openTransactionOnTheEvents_isWaitedForByWhoeverStarts(Deployment deployment)
      throws Exception {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
        Producer<byte[], byte[]> stranger = transactional(deployment)) {
      // Its partition has begun: one that begins would wait for the stranger, too.
      deployment.log().acquire(deployment.accountIn(PARTITION));
      deployment.log().flush();
      OneEach.awaitCommitted(deployment, PARTITION);
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(new ProducerRecord<>(deployment.events(), PARTITION, null, new byte[1])).get();
      deployment.log().acquire(deployment.accountIn(PARTITION));
      deployment.log().flush();
      await().until(() -> committed(deployment) == end(deployment, deployment.commands()));
      arbiter.close();

      try (ArbiterNode next = deployment.arbiter()) {
        await()
            .untilAsserted(
                () ->
                    assertThat(next.get("/api/partitions"))
                        .contains(
                            "a stranger's transaction has been open on " + deployment.events()));
        stranger.abortTransaction();

        next.awaitHealthy();
      }
    }
  }

  @Test
  void markerAtTheEndOfALogThatRetentionEmpties_isNoLoss(Deployment deployment) throws Exception {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
        Producer<byte[], byte[]> stranger = transactional(deployment)) {
      KafkaLog log = deployment.log();
      // The lease does not expire during the test, because that would be a tick, too.
      String held = log.acquire(deployment.accountIn(PARTITION), "held", "/held", 600_000);
      await()
          .until(
              () -> log.events().stream().anyMatch(event -> event.head().commandId().equals(held)));
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(acquire(deployment, "aborted")).get();
      stranger.abortTransaction();
      await()
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/api/partitions"))
                      .contains(
                          "\"partition\":1,\"assigned\":true,\"state\":\"RUNNING\",\"appliedOffset\":"
                              + (end(deployment, deployment.commands()) - 1)
                              + ","));
    }
    try (Admin admin = deployment.log().admin()) {
      admin
          .deleteRecords(
              Map.of(
                  commands(deployment),
                  RecordsToDelete.beforeOffset(end(deployment, deployment.commands()))))
          .all()
          .get();
    }

    deployment.arbiter().awaitHealthy();
  }

  private static long end(Deployment deployment, String topic)
      throws ExecutionException, InterruptedException {
    TopicPartition partition = new TopicPartition(topic, PARTITION);
    try (Admin admin = deployment.log().admin()) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    }
  }

  private static long committed(Deployment deployment)
      throws ExecutionException, InterruptedException {
    try (Admin admin = deployment.log().admin()) {
      OffsetAndMetadata position =
          admin
              .listConsumerGroupOffsets(deployment.name())
              .partitionsToOffsetAndMetadata()
              .get()
              .get(commands(deployment));
      return position == null ? -1 : position.offset();
    }
  }

  private static TopicPartition commands(Deployment deployment) {
    return new TopicPartition(deployment.commands(), PARTITION);
  }

  private static ProducerRecord<byte[], byte[]> acquire(Deployment deployment, String id) {
    String account = deployment.accountIn(PARTITION);
    String command =
        """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u","operation":"UPLOAD","path":"/t"}"""
            .formatted(id, account);
    return new ProducerRecord<>(
        deployment.commands(), account.getBytes(UTF_8), command.getBytes(UTF_8));
  }

  private static Producer<byte[], byte[]> transactional(Deployment deployment) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            deployment.brokers(),
            "transactional.id",
            deployment.name() + "-stranger",
            "transaction.timeout.ms",
            300_000);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
