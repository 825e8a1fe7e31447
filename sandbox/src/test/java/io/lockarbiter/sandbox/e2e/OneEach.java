package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A deployment with a little history: one command in each partition. */
final class OneEach {
  private OneEach() {}

  /** Lets one command be decided in each partition. */
  static void decide(KafkaLog log, Deployment deployment) {
    int before = log.events().size();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      log.acquire(deployment.accountIn(partition));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> log.events().size() == before + deployment.partitions());
  }

  /** The same by an arbiter that comes and goes. */
  static void decideAndStop(Deployment deployment) {
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode arbiter =
            ArbiterNode.start(deployment.infrastructure(), deployment.settings())) {
      decide(log, deployment);
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
    }
  }

  /** Sets the group to a position. */
  static void commit(
      Admin admin, Deployment deployment, TopicPartition partition, OffsetAndMetadata offset)
      throws Exception {
    admin.alterConsumerGroupOffsets(deployment.name(), Map.of(partition, offset)).all().get();
  }
}
