package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Headers are small in a record, 2 bytes if they are empty, and up to 80 times that in memory. Keys
 * may be as long as the topic accepts.
 */
@EveryFifthDay
@Cluster
class HeadersBombIT {

  /** The second is less than a KB until the broker decompresses it. */
  @ParameterizedTest
  @CsvSource({"none, 510000", "zstd, 300000"})
  void recordOfVeryManyHeaders_isRefusedByTheBroker(
      String compression, int headers, Deployment deployment) {
    deployment.arbiter();
    try (Producer<byte[], byte[]> producer = producer(deployment, compression)) {
      assertThatThrownBy(() -> send(producer, deployment, headers).get())
          .hasCauseInstanceOf(RecordTooLargeException.class);
    }
    assertDecides(deployment);
  }

  /** The topic was made by somebody else, or its setting was changed. */
  @Test
  void recordsOfVeryManyHeaders_areDecidedWhereTheTopicAcceptsThem(Deployment deployment)
      throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    acceptMore(deployment);
    int records = 6;
    try (Producer<byte[], byte[]> producer = producer(deployment, "none")) {
      await().ignoreExceptions().until(() -> send(producer, deployment, 510_000).get().hasOffset());
      for (int i = 1; i < records; i++) {
        send(producer, deployment, 510_000).get();
      }
    }
    assertDecides(deployment);
    await()
        .untilAsserted(
            () ->
                assertThat(deployment.log().events())
                    .filteredOn(event -> event.head().commandId().equals("heavy"))
                    .hasSize(records));
    assertThat(arbiter.get("/actuator/health/liveness")).contains("UP");
  }

  /** Each is a dead letter, or a command whose key is not its account. */
  @Test
  void recordsOfVeryLongKeys_areDecidedWhereTheTopicAcceptsThem(Deployment deployment)
      throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    acceptMore(deployment);
    byte[] key = new byte[1_000_000];
    try (Producer<byte[], byte[]> producer = producer(deployment, "zstd")) {
      await()
          .ignoreExceptions()
          .until(() -> send(producer, deployment, key, null).get().hasOffset());
      for (int i = 0; i < 6; i++) {
        send(producer, deployment, key, i % 2 == 0 ? null : renew(deployment.accountIn(0))).get();
      }
    }
    assertDecides(deployment);
    assertThat(deployment.log().events())
        .filteredOn(event -> event.head().commandId().equals("heavy"))
        .hasSize(3);
    assertThat(arbiter.get("/actuator/health/liveness")).contains("UP");
  }

  private static void assertDecides(Deployment deployment) {
    KafkaLog log = deployment.log();
    String after = log.acquire(deployment.accountIn(0));
    await()
        .until(
            () -> log.events().stream().anyMatch(event -> event.head().commandId().equals(after)));
  }

  private static void acceptMore(Deployment deployment)
      throws ExecutionException, InterruptedException {
    try (Admin admin = deployment.log().admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, deployment.commands()),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("max.message.bytes", "1048588"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  private static Future<RecordMetadata> send(
      Producer<byte[], byte[]> producer, Deployment deployment, int headers) {
    String account = deployment.accountIn(0);
    Header[] all = new Header[headers];
    Arrays.fill(all, new RecordHeader("", (byte[]) null));
    return producer.send(
        new ProducerRecord<>(
            deployment.commands(),
            null,
            account.getBytes(UTF_8),
            renew(account),
            Arrays.asList(all)));
  }

  private static Future<RecordMetadata> send(
      Producer<byte[], byte[]> producer,
      Deployment deployment,
      byte[] key,
      byte @Nullable [] value) {
    return producer.send(new ProducerRecord<>(deployment.commands(), 0, key, value));
  }

  private static byte[] renew(String account) {
    return "{\"type\":\"renew\",\"commandId\":\"heavy\",\"account\":\"%s\",\"subAccount\":\"u\",\"lockId\":\"none\",\"leaseMs\":30000}"
        .formatted(account)
        .getBytes(UTF_8);
  }

  private static Producer<byte[], byte[]> producer(Deployment deployment, String compression) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            deployment.brokers(),
            "compression.type",
            compression,
            "max.request.size",
            16 << 20),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
