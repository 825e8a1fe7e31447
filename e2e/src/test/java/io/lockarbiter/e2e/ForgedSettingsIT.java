package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Everybody who may write commands can also append settings. */
@EveryFifthDay
@Cluster
class ForgedSettingsIT {
  @Test
  void otherPartitionsAndRules_areDeadLettersAndThePartitionGoesOn(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    OneEach.decide(deployment);
    KafkaLog log = deployment.log();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      log.appendTo(partition, "{\"type\":\"settings\",\"partitions\":50}");
      log.appendTo(partition, "{\"type\":\"settings\",\"rules\":99}");
    }
    String after = log.acquire(deployment.accountIn(1));

    assertThat(answer(log, after).type()).isEqualTo(EventType.GRANTED);
    await()
        .untilAsserted(
            () ->
                assertThat(log.read(deployment.deadLetters()))
                    .extracting(letter -> header(letter, "why"))
                    .contains("the settings record: partitions=50, expected partitions=3")
                    .contains(
                        "the settings record: rules=99, expected rules=" + Settings.knownRules())
                    .hasSize(6));
    assertThat(arbiter.get("/actuator/prometheus"))
        .contains("lockarbiter_settings_refused_total 6.0");
    arbiter.close();
    deployment.arbiter();
    String later = log.acquire(deployment.accountIn(1));
    assertThat(answer(log, later).type()).isEqualTo(EventType.GRANTED);
  }

  @Test
  void otherLimits_areSetAgain(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    OneEach.decide(deployment);
    KafkaLog log = deployment.log();
    log.appendTo(1, "{\"type\":\"settings\",\"locksPerAccount\":1}");

    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/prometheus"))
                    .contains("lockarbiter_settings_drifts_total 1.0")
                    .contains("lockarbiter_settings_differ{partition=\"1\"} 0.0"));
    String first = log.acquire(deployment.accountIn(1));
    String second = log.acquire(deployment.accountIn(1));
    assertThat(answer(log, first).type()).isEqualTo(EventType.GRANTED);
    assertThat(answer(log, second).type()).isEqualTo(EventType.GRANTED);
  }

  @Test
  void topicsMadeByOthers_refuseNobodyBeforeTheSettings(Deployment deployment) throws Exception {
    deployment.log().createTopics();
    List<String> ids =
        List.of(
            deployment.log().acquire(deployment.accountIn(0)),
            deployment.log().acquire(deployment.accountIn(1)),
            deployment.log().acquire(deployment.accountIn(2)));
    deployment.log().flush();

    deployment.arbiter();

    for (String id : ids) {
      assertThat(answer(deployment.log(), id).type()).isEqualTo(EventType.GRANTED);
    }
  }

  private static Event answer(KafkaLog log, String commandId) {
    return await()
        .until(
            () ->
                log.events().stream()
                    .filter(event -> event.head().commandId().equals(commandId))
                    .findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }
}
