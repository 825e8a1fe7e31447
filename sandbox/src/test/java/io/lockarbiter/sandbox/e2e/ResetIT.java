package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator may do to group and topics without harm. */
class ResetIT {
  private static EmbeddedInfrastructure infrastructure;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  @Test
  void groupReset_decidesNothingTwiceAndGoesOn() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "reset", 3);
    OneEach.decideAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      List<Event> before = log.events();
      for (int i = 0; i < 3; i++) {
        OneEach.commit(
            admin,
            deployment,
            new TopicPartition(deployment.commands(), i),
            new OffsetAndMetadata(0));
      }
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        OneEach.decide(log, deployment);
        assertThat(log.events()).hasSize(before.size() + 3).containsAll(before);
        Answers.checkEachOnce(log, deployment);
        assertThat(arbiter.get("/actuator/health/lockarbiter")).startsWith("200 ");
      }
    }
  }

  @Test
  void groupDeleted_decidesNothingTwiceAndGoesOn() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "deleted", 3);
    OneEach.decideAndStop(deployment);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings())) {
        OneEach.decide(log, deployment);
        Answers.checkEachOnce(log, deployment);
        assertThat(arbiter.get("/actuator/health/lockarbiter")).startsWith("200 ");
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
        OneEach.decide(log, deployment);
      }
    }
  }
}
