package io.lockarbiter.e2e;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that were given the deployment as their group get nothing and erase nothing. */
@EveryFifthDay
@Cluster
class GroupStrangersIT {
  private static final int PARTITION = 1;

  /** A consumer that was given the group of the arbiters. */
  static KafkaConsumer<byte[], byte[]> consumer(Deployment deployment, Map<String, String> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", deployment.brokers());
    settings.put("group.id", deployment.name());
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Test
  void consumerWithDefaults_isRefused(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    try (KafkaConsumer<byte[], byte[]> stranger = consumer(deployment, Map.of())) {
      stranger.subscribe(List.of(deployment.commands()));

      assertThatThrownBy(() -> stranger.poll(Duration.ofSeconds(10)))
          .isInstanceOf(InconsistentGroupProtocolException.class);
    }
    assertUndisturbed(deployment, arbiter);
  }

  /** Kafka would turn the group into one of the newer protocol, and share out its partitions. */
  @Test
  void consumerOfTheNewerProtocol_isRefused(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    try (KafkaConsumer<byte[], byte[]> stranger =
        consumer(deployment, Map.of("group.protocol", "consumer"))) {
      stranger.subscribe(List.of(deployment.commands()));

      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> stranger.poll(Duration.ofMillis(100)))
                      .isInstanceOf(KafkaException.class)
                      .hasMessageContaining("upgrade"));
      assertThat(stranger.assignment()).isEmpty();
    }
    assertUndisturbed(deployment, arbiter);
  }

  private static void assertUndisturbed(Deployment deployment, ArbiterNode arbiter)
      throws Exception {
    OneEach.decide(deployment);
    arbiter.awaitHealthy(); // a busy machine may stand still until the group is shared out anew
    try (Admin admin = deployment.log().admin()) {
      assertThat(
              requireNonNull(
                      admin
                          .describeConsumerGroups(List.of(deployment.name()))
                          .all()
                          .get()
                          .get(deployment.name()))
                  .members())
          .extracting(MemberDescription::clientId)
          .isNotEmpty()
          .allMatch(name -> name.startsWith(deployment.name() + "-"));
    }
  }

  @Test
  void positionOfAToolWhileNoArbiterRan_isCommittedAgainAtTheStart(Deployment deployment)
      throws Exception {
    KafkaLog log = deployment.log();
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy()) {
      // Nothing is due afterwards, so no tick brings the next commit.
      String account = deployment.accountIn(PARTITION);
      log.release(account, log.acquire(account));
      await().until(() -> log.events().size() == 2);
      arbiter.awaitHealthy();
    }
    OffsetAndMetadata before = committed(deployment);
    try (Admin admin = deployment.log().admin()) {
      OneEach.commit(admin, deployment, commands(deployment), new OffsetAndMetadata(0));
    }

    deployment.arbiter().awaitHealthy();

    assertThat(committed(deployment).offset()).isEqualTo(before.offset());
    assertThat(committed(deployment).metadata()).isEqualTo(before.metadata());
  }

  /** A transaction may commit for a group whose member it is not. */
  @ParameterizedTest
  @ValueSource(strings = {"", "theirs"})
  void positionOfAStrangersTransaction_isCommittedAgain(String metadata, Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    OneEach.decide(deployment);
    await().until(() -> committed(deployment).metadata().contains("\"publishedSeq\":1,"));
    OffsetAndMetadata before = committed(deployment);
    try (Producer<byte[], byte[]> stranger =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                deployment.brokers(),
                "transactional.id",
                deployment.name() + "-stranger"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.sendOffsetsToTransaction(
          Map.of(commands(deployment), new OffsetAndMetadata(0, metadata)), group(deployment));
      stranger.commitTransaction();
    }
    assertThat(committed(deployment).metadata()).isEqualTo(metadata);

    await()
        .untilAsserted(
            () -> assertThat(committed(deployment).metadata()).isEqualTo(before.metadata()));
    assertThat(committed(deployment).offset()).isEqualTo(before.offset());
  }

  @SuppressWarnings("deprecation") // without a generation, as a stranger that knows none
  private static ConsumerGroupMetadata group(Deployment deployment) {
    return new ConsumerGroupMetadata(deployment.name());
  }

  private static TopicPartition commands(Deployment deployment) {
    return new TopicPartition(deployment.commands(), PARTITION);
  }

  private static OffsetAndMetadata committed(Deployment deployment) {
    try (Admin admin = deployment.log().admin()) {
      return OneEach.committed(admin, deployment, commands(deployment));
    }
  }
}
