package io.lockarbiter.sandbox.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What must not go on stands still and says so, while the other partitions go on. */
class HaltsIT {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;

  private static EmbeddedInfrastructure infrastructure;
  private static RedissonClient redis;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
    Config config = new Config();
    config
        .useSingleServer()
        .setAddress(infrastructure.redisAddress())
        .setConnectionMinimumIdleSize(1);
    redis = Redisson.create(config);
  }

  @AfterAll
  static void stop() {
    redis.shutdown();
    infrastructure.close();
  }

  @Test
  void stateFlushedUnderARunningArbiter_isEmpty() {
    Deployment deployment = new Deployment(infrastructure, "flushed", 3);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
      decideOneEach(log, deployment);
      flush(deployment, PARTITION);

      log.acquire(deployment.accountIn(PARTITION));

      awaitHalt(arbiter, "EMPTY", "Redis lost the state");
      assertOtherGoesOn(log, deployment);
      assertThat(arbiter.get("/actuator/prometheus"))
          .contains("lockarbiter_partition_state{partition=\"1\",state=\"halted\"} 1.0");
    }
    try (ArbiterNode again = ArbiterNode.start(infrastructure, deployment.settings())) {
      awaitHalt(again, "EMPTY", "none is there, expected appliedOffset=1, seq=1");
    }
  }

  @Test
  void groupAheadOfTheState_isBehind() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "behind", 3);
    decideOneEachAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      TopicPartition partition = new TopicPartition(deployment.commands(), PARTITION);
      OffsetAndMetadata committed =
          Objects.requireNonNull(
              admin
                  .listConsumerGroupOffsets(deployment.name())
                  .partitionsToOffsetAndMetadata()
                  .get()
                  .get(partition));
      commit(
          admin,
          deployment,
          partition,
          new OffsetAndMetadata(
              committed.offset() + 1,
              committed.metadata().replace("\"appliedOffset\":1", "\"appliedOffset\":2")));
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        awaitHalt(arbiter, "BEHIND", "Redis lost writes: appliedOffset=1");
        assertOtherGoesOn(log, deployment);
      }
    }
  }

  @Test
  void logMadeAnew_isAhead() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "anew", 3);
    decideOneEachAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      admin.deleteTopics(List.of(deployment.commands())).all().get();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> !admin.listTopics().names().get().contains(deployment.commands()));
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        awaitHalt(arbiter, "AHEAD", "the state in Redis does not fit the log");
      }
    }
  }

  @Test
  void strangersEvent_isMismatch() {
    Deployment deployment = new Deployment(infrastructure, "stranger", 3);
    decideOneEachAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment)) {
      String account = deployment.accountIn(PARTITION);
      log.send(deployment.events(), account.getBytes(UTF_8), "{}".getBytes(UTF_8));
      log.flush();
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        awaitHalt(arbiter, "MISMATCH", "is no event, expected publishedSeq=1");
        assertOtherGoesOn(log, deployment);
      }
    }
  }

  @Test
  void sendersTime_haltsEveryPartitionThatGetsIt() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "time", 3);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin();
        ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
      decideOneEach(log, deployment);
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
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                log.acquire(deployment.accountIn(PARTITION));
                awaitHalt(arbiter, "TIMESTAMP", "has timestamp type CreateTime");
              });
    }
  }

  @Test
  void grownTopic_haltsTheNewPartition() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "grown", 1);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin();
        ArbiterNode arbiter =
            ArbiterNode.start(
                infrastructure,
                deployment.settings(
                    "spring.kafka.consumer.properties.metadata.max.age.ms", "500"))) {
      admin
          .createPartitions(Map.of(deployment.commands(), NewPartitions.increaseTo(2)))
          .all()
          .get();

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/actuator/health/lockarbiter"))
                      .contains(
                          "\"0\":{\"state\":\"RUNNING\"",
                          "\"1\":{\"state\":\"HALTED\",\"reason\":\"PARTITIONS\""));
    }
  }

  @Test
  void groupReset_decidesNothingTwiceAndGoesOn() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "reset", 3);
    decideOneEachAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      List<Event> before = log.events();
      for (int i = 0; i < 3; i++) {
        commit(
            admin,
            deployment,
            new TopicPartition(deployment.commands(), i),
            new OffsetAndMetadata(0));
      }
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        decideOneEach(log, deployment);
        assertThat(log.events()).hasSize(before.size() + 3).containsAll(before);
        Answers.checkEachOnce(log, deployment);
        assertThat(arbiter.get("/actuator/health/lockarbiter")).startsWith("200 ");
      }
    }
  }

  @Test
  void groupDeleted_decidesNothingTwiceAndGoesOn() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "deleted", 3);
    decideOneEachAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        decideOneEach(log, deployment);
        Answers.checkEachOnce(log, deployment);
        assertThat(arbiter.get("/actuator/health/lockarbiter")).startsWith("200 ");
      }
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      flush(deployment, PARTITION);
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        awaitHalt(arbiter, "LOST", "neither the group's commit nor a state in Redis is there");
        assertOtherGoesOn(log, deployment);
      }
    }
  }

  @Test
  void emptyTopicsOfAnotherMaker_areUsedAsTheyAre() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "given", 3);
    Map<String, String> settings = Map.of("message.timestamp.type", "LogAppendTime");
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(deployment.commands(), 3, (short) 1).configs(settings),
                  new NewTopic(deployment.events(), 3, (short) 1).configs(settings),
                  new NewTopic(deployment.deadLetters(), 1, (short) 1)))
          .all()
          .get();
      try (ArbiterNode arbiter =
          ArbiterNode.start(
              infrastructure, deployment.settings("lockarbiter.topics.create", "false"))) {
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () ->
                    assertThat(arbiter.get("/api/partitions"))
                        .as("each partition has read its settings record")
                        .containsPattern(
                            "\"appliedOffset\":0.*\"appliedOffset\":0.*\"appliedOffset\":0"));
        decideOneEach(log, deployment);
      }
    }
  }

  private static void decideOneEachAndStop(Deployment deployment) {
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
      decideOneEach(log, deployment);
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
    }
  }

  private static void decideOneEach(KafkaLog log, Deployment deployment) {
    int before = log.events().size();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      log.acquire(deployment.accountIn(partition));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> log.events().size() == before + deployment.partitions());
  }

  private static void awaitHalt(ArbiterNode arbiter, String reason, String fact) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/health/lockarbiter"))
                    .startsWith("503 ")
                    .contains("\"status\":\"DOWN\"")
                    .contains("\"1\":{\"state\":\"HALTED\",\"reason\":\"" + reason + "\"")
                    .contains(fact, "Fix: "));
  }

  private static void assertOtherGoesOn(KafkaLog log, Deployment deployment) {
    String id =
        log.acquire(deployment.accountIn(OTHER), "goes-on-" + System.nanoTime(), "/goes/on", 1_000);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> log.texts(deployment.events()).stream().anyMatch(event -> event.contains(id)));
  }

  private static void flush(Deployment deployment, int partition) {
    redis.getKeys().deleteByPattern("{" + deployment.name() + ":" + partition + "}:*");
  }

  private static void commit(
      Admin admin, Deployment deployment, TopicPartition partition, OffsetAndMetadata offset)
      throws Exception {
    admin.alterConsumerGroupOffsets(deployment.name(), Map.of(partition, offset)).all().get();
  }
}
