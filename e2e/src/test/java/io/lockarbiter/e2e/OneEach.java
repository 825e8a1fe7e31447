package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A deployment with a little history: one command in each partition. */
final class OneEach {
  private OneEach() {}

  /**
   * Lets one command be decided in each partition. If the partitions already run, no tick follows:
   * the time of a command from before the start says nothing about the present.
   */
  static void decide(Deployment deployment) {
    KafkaLog log = deployment.log();
    int before = log.events().size();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      log.acquire(deployment.accountIn(partition));
    }
    await().until(() -> log.events().size() == before + deployment.partitions());
  }

  /** Does the same with an arbiter that is started and stopped. */
  static void decideAndStop(Deployment deployment) {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy()) {
      decide(deployment);
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
    }
  }

  /** Writes an event in the place of an arbiter, with a number out of turn. */
  static void strangersEvent(Deployment deployment, int partition) {
    strangersEvent(deployment, partition, 77);
  }

  /** Writes an event in the place of an arbiter. */
  static void strangersEvent(Deployment deployment, int partition, long seq) {
    ConsumerRecord<byte[], byte[]> last =
        deployment.log().read(deployment.events()).stream()
            .filter(record -> record.partition() == partition)
            .reduce((one, next) -> next)
            .orElseThrow();
    String event =
        new String(Objects.requireNonNull(last.value()), UTF_8)
            .replaceFirst("\"seq\":\\d+", "\"seq\":%d".formatted(seq));
    deployment.log().send(deployment.events(), last.key(), event.getBytes(UTF_8));
    deployment.log().flush();
  }

  /**
   * Returns the group's position, with the transactions that the broker has confirmed. It is not
   * listed while one of them waits for its marker.
   */
  static OffsetAndMetadata committed(Admin admin, Deployment deployment, TopicPartition partition) {
    ListConsumerGroupOffsetsOptions stable =
        new ListConsumerGroupOffsetsOptions().requireStable(true);
    return await()
        .until(
            () ->
                admin
                    .listConsumerGroupOffsets(deployment.name(), stable)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(partition),
            Objects::nonNull);
  }

  /** Waits until the group's position is behind the last command of a partition. */
  static void awaitCommitted(Deployment deployment, int partition) {
    TopicPartition commands = new TopicPartition(deployment.commands(), partition);
    try (Admin admin = deployment.log().admin()) {
      await()
          .until(
              () ->
                  committed(admin, deployment, commands).offset()
                      == admin
                          .listOffsets(Map.of(commands, OffsetSpec.latest()))
                          .partitionResult(commands)
                          .get()
                          .offset());
    }
  }

  /** Sets the group's position. */
  static void commit(
      Admin admin, Deployment deployment, TopicPartition partition, OffsetAndMetadata offset)
      throws Exception {
    admin.alterConsumerGroupOffsets(deployment.name(), Map.of(partition, offset)).all().get();
  }
}
