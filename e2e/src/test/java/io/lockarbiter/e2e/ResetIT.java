package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Operations on group and topics that do no harm. */
@EveryFifthDay
@Cluster
class ResetIT {
  @Test
  void groupReset_decidesNothingTwiceAndGoesOn(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      List<Event> before = deployment.log().events();
      for (int i = 0; i < 3; i++) {
        OneEach.commit(
            admin,
            deployment,
            new TopicPartition(deployment.commands(), i),
            new OffsetAndMetadata(0));
      }
      ArbiterNode arbiter = deployment.arbiter();
      OneEach.decide(deployment);
      assertThat(deployment.log().events()).hasSize(before.size() + 3).containsAll(before);
      Answers.checkEachOnce(deployment);
      arbiter
          .awaitHealthy(); // the last answer is published before its partition is shown as RUNNING
    }
  }

  @Test
  void groupDeleted_decidesNothingTwiceAndGoesOn(Deployment deployment) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Admin admin = deployment.log().admin()) {
      admin.deleteConsumerGroups(List.of(deployment.name())).all().get();
      ArbiterNode arbiter = deployment.arbiter();
      OneEach.decide(deployment);
      Answers.checkEachOnce(deployment);
      arbiter
          .awaitHealthy(); // the last answer is published before its partition is shown as RUNNING
    }
  }

  @Test
  void emptyTopicsOfAnotherMaker_areUsedAsTheyAre(Deployment deployment) throws Exception {
    Map<String, String> log = Map.of("message.timestamp.type", "LogAppendTime");
    Map<String, String> uncompressedLog = new HashMap<>(log);
    uncompressedLog.put("compression.type", "uncompressed");
    try (Admin admin = deployment.log().admin()) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(deployment.commands(), 3, (short) 1).configs(uncompressedLog),
                  new NewTopic(deployment.events(), 3, (short) 1).configs(log),
                  new NewTopic(deployment.deadLetters(), 1, (short) 1)))
          .all()
          .get();
      ArbiterNode arbiter = deployment.arbiter("lockarbiter.topics.create", "false");
      await()
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/api/partitions"))
                      .as("each partition has read its settings record")
                      .containsPattern(
                          "\"appliedOffset\":0.*\"appliedOffset\":0.*\"appliedOffset\":0"));
      OneEach.decide(deployment);
    }
  }
}
