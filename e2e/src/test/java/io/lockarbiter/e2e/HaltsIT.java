package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/** A partition that must not go on halts and says so, while the other partitions go on. */
@EveryFifthDay
@Cluster
class HaltsIT {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;

  @Test
  void groupAheadOfTheLog_isAhead(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      TopicPartition partition = new TopicPartition(deployment.commands(), PARTITION);
      OffsetAndMetadata committed = OneEach.committed(admin, deployment, partition);
      OneEach.commit(
          admin,
          deployment,
          partition,
          new OffsetAndMetadata(
              committed.offset() + 1,
              committed.metadata().replace("\"appliedOffset\":1", "\"appliedOffset\":2")));
      ArbiterNode arbiter = deployment.arbiter();
      arbiter.awaitHalt("AHEAD", "it ends at 2, expected more than offset=2");
      await()
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/actuator/prometheus"))
                      .contains(
                          "lockarbiter_partition_state{partition=\"1\",state=\"halted\"} 1.0"));
      assertOtherGoesOn(deployment);
    }
  }

  @Test
  void logMadeAnew_isAhead(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      admin.deleteTopics(List.of(deployment.commands())).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(deployment.commands()));
      deployment.arbiter().awaitHalt("AHEAD", "the state in Redis does not fit the log");
    }
  }

  /** In the new topic the consumer goes on at its old position, and so skips commands. */
  @Test
  void topicMadeAnewWhileItRuns_isAheadEverywhere(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
    OneEach.decide(deployment);
    try (Admin admin = deployment.log().admin()) {
      makeCommandsAnew(admin, deployment);
    }
    for (int i = 0; i < 30; i++) {
      deployment.log().acquire("acc" + i);
    }
    arbiter.awaitHalt("AHEAD", "a topic was deleted and made anew while this arbiter ran: ");
    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/api/partitions").split("\"reason\":\"AHEAD\"", -1))
                    .hasSize(1 + deployment.partitions()));
  }

  /** Kafka deletes the position with the topic. The old one would name other commands now. */
  @Test
  void topicMadeAnewWhileThePositionIsOwed_getsNoPositionOfTheOldOne(Deployment deployment)
      throws Exception {
    try (Admin admin = deployment.log().admin()) {
      try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy()) {
        OneEach.decide(deployment);
        OneEach.decide(deployment);
        makeCommandsAnew(admin, deployment);
        arbiter.awaitHalt("AHEAD", "a topic was deleted and made anew while this arbiter ran: ");
      }
      assertThat(
              admin
                  .listConsumerGroupOffsets(deployment.name())
                  .partitionsToOffsetAndMetadata()
                  .get()
                  .get(new TopicPartition(deployment.commands(), PARTITION)))
          .isNull();
    }
  }

  private static void makeCommandsAnew(Admin admin, Deployment deployment) throws Exception {
    admin.deleteTopics(List.of(deployment.commands())).all().get();
    NewTopic anew =
        new NewTopic(deployment.commands(), deployment.partitions(), (short) 1)
            .configs(
                Map.of(
                    "message.timestamp.type", "LogAppendTime", "compression.type", "uncompressed"));
    await().ignoreExceptions().until(() -> admin.createTopics(List.of(anew)).all().get() == null);
  }

  /** With the same transactional ids both would fence each other without end. */
  @Test
  void secondDeploymentOfTheSameName_isAheadAndFencesNobody(Deployment deployment) {
    ArbiterNode first = deployment.arbiter();
    OneEach.decide(deployment);
    deployment
        .arbiter("lockarbiter.topics.prefix", "second." + deployment.prefix())
        .awaitHalt("AHEAD", "the state in Redis does not fit the log: it belongs to");

    assertOtherGoesOn(deployment);
    assertThat(first.restarts()).isZero();
  }

  @Test
  void strangersEvent_isMismatch(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    OneEach.strangersEvent(deployment, PARTITION);
    deployment
        .arbiter()
        .awaitHalt("MISMATCH", "behind publishedSeq=1 lock.events has seq=77, expected 2");
    assertOtherGoesOn(deployment);
  }

  /** No gap shows it, but no command leads to it; nor may it take the place of a later event. */
  @Test
  void strangersEventWithTheNextNumber_isMismatch(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    OneEach.strangersEvent(deployment, PARTITION, 2);
    deployment.log().acquire(deployment.accountIn(PARTITION));
    deployment.log().flush();
    ArbiterNode arbiter = deployment.arbiter();
    arbiter.awaitHalt("MISMATCH", "led to events up to seq=1, expected at least publishedSeq=2");
    assertOtherGoesOn(deployment);
    arbiter.awaitHalt("MISMATCH", "led to events up to seq=1, expected at least publishedSeq=2");
  }

  /** Not even if one comes each few milliseconds while it starts. */
  @Test
  void strangersRecordsWhileItStarts_stopNobody(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    byte[] account = deployment.accountIn(PARTITION).getBytes(UTF_8);
    AtomicBoolean isOver = new AtomicBoolean();
    Thread stranger =
        new Thread(
            () -> {
              while (!isOver.get()) {
                deployment.log().send(deployment.events(), account, new byte[] {1});
                deployment.log().flush();
              }
            });
    stranger.start();
    try {
      deployment.arbiter().awaitHealthy();
    } finally {
      isOver.set(true);
      stranger.join();
    }
  }

  /** Nobody reads this record, so it stops nobody. */
  @Test
  void strangersRecordThatIsNoEvent_isPassedOver(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    byte[] account = deployment.accountIn(PARTITION).getBytes(UTF_8);
    for (int i = 0; i < 1_000; i++) {
      deployment.log().send(deployment.events(), account, new byte[] {1});
    }
    deployment.log().send(deployment.events(), account, null);
    deployment.log().flush();
    deployment.arbiter().awaitHealthy();
    assertGoesOn(deployment, PARTITION);
  }

  @Test
  void sendersTime_haltsEveryPartitionThatGetsIt(Deployment deployment) throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    try (Admin admin = deployment.log().admin()) {
      OneEach.decide(deployment);
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, deployment.commands()),
                  Set.of(
                      new AlterConfigOp(
                          new ConfigEntry("message.timestamp.type", "CreateTime"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();

      await()
          .untilAsserted(
              () -> {
                deployment.log().acquire(deployment.accountIn(PARTITION));
                arbiter.assertHalted("TIMESTAMP", "has timestamp type CreateTime");
              });
    }
  }

  @Test
  void grownTopic_haltsTheNewPartition(Deployment deployment) throws Exception {
    deployment.withPartitions(1);
    ArbiterNode arbiter =
        deployment.arbiter("spring.kafka.consumer.properties.metadata.max.age.ms", "500");
    try (Admin admin = deployment.log().admin()) {
      admin
          .createPartitions(Map.of(deployment.commands(), NewPartitions.increaseTo(2)))
          .all()
          .get();

      await()
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/actuator/health/lockarbiter"))
                      .contains(
                          "\"0\":{\"state\":\"RUNNING\"",
                          "\"1\":{\"state\":\"HALTED\",\"reason\":\"PARTITIONS\""));
    }
  }

  @Test
  void groupDeletedAndStateFlushed_isLost(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin();
        RedisKeys redis = RedisKeys.of(deployment)) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      redis.flush(PARTITION);
      deployment
          .arbiter()
          .awaitHalt("LOST", "neither the group's commit nor a state in Redis is there");
      assertOtherGoesOn(deployment);
    }
  }

  private static void assertOtherGoesOn(Deployment deployment) {
    assertGoesOn(deployment, OTHER);
  }

  private static void assertGoesOn(Deployment deployment, int partition) {
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(partition);
    String id = log.acquire(account, "goes-on-" + System.nanoTime(), "/goes/on", 1_000);
    await()
        .until(() -> log.texts(deployment.events()).stream().anyMatch(event -> event.contains(id)));
  }
}
