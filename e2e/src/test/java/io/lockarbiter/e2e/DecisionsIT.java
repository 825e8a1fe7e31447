package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Cluster
class DecisionsIT {
  private static Deployment deployment;
  private static ArbiterNode arbiter;
  private static KafkaLog log;

  @BeforeAll
  static void start(Deployment started) {
    deployment = started;
    arbiter = started.arbiter();
    log = started.log();
  }

  @Test
  void conflictingAcquires_firstIsGrantedAndSecondRejected() {
    String first = log.acquire("acme", "x1", "/x", 30_000);
    String second = log.acquire("acme", "x2", "/x", 30_000);

    assertThat(answer(first).type()).isEqualTo(EventType.GRANTED);
    assertThat(answer(second))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.CONFLICT);
              assertThat(rejected.blockedBy()).hasSize(1);
            });
    assertThat(arbiter.get("/api/accounts/acme/locks?under=/x"))
        .startsWith("200 ")
        .contains("\"lockId\":\"x1\"");
  }

  @Test
  void silentPartition_leaseExpiresByATick() {
    String id = log.acquire("silent", "s1", "/s", 1_000);

    await()
        .untilAsserted(
            () ->
                assertThat(log.events())
                    .filteredOn(event -> event.head().commandId().equals(id))
                    .filteredOn(event -> event instanceof Released)
                    .extracting(event -> ((Released) event).reason())
                    .containsExactly(ReleaseReason.EXPIRED));
  }

  @Test
  void poison_reachesTheDeadLettersAndLeavesTheNextRecordUntouched() {
    byte[] key = "poison".getBytes(UTF_8);
    List<byte[]> poison =
        List.of(
            new byte[] {(byte) 0xff, (byte) 0xfe, 0},
            "{".getBytes(UTF_8),
            "[]".getBytes(UTF_8),
            "{\"type\":\"tick\"} x".getBytes(UTF_8),
            ("{\"a\":" + "[".repeat(20) + "]".repeat(20) + "}").getBytes(UTF_8),
            new byte[100_000]);
    poison.forEach(value -> log.send(deployment.commands(), key, value));
    log.send(deployment.commands(), key, null);
    String after = log.acquire("poison");

    assertThat(answer(after).type()).isEqualTo(EventType.GRANTED);
    List<ConsumerRecord<byte[], byte[]>> letters =
        log.read(deployment.deadLetters()).stream()
            .filter(record -> "poison".equals(text(record.key())))
            .toList();
    assertThat(letters).hasSize(poison.size() + 1);
    assertThat(letters.get(1).value()).isEqualTo("{".getBytes(UTF_8));
    assertThat(headers(letters.get(1)))
        .containsEntry("topic", deployment.commands())
        .containsKeys("why", "partition", "offset");
    assertThat(headers(letters.get(5))).containsEntry("valueBytes", "100000");
    assertThat(letters.get(6).value()).isNull();
  }

  @Test
  void readableButInvalidCommand_isRejectedByField() {
    log.send(
        "acme",
        "{\"type\":\"acquire\",\"commandId\":\"bad\",\"account\":\"acme\",\"subAccount\":\"u\",\"operation\":\"UPLOAD\",\"path\":\"/a/\"}");

    assertThat(answer("bad"))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.INVALID);
              assertThat(rejected.field()).isEqualTo("path");
            });
  }

  @Test
  void health_isUpPerPartition() {
    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/health/lockarbiter"))
                    .startsWith("200 ")
                    .contains("\"0\":{\"state\":\"RUNNING\"", "\"2\":{\"state\":\"RUNNING\""));
    assertThat(arbiter.get("/actuator/health/readiness")).startsWith("200 ");
  }

  @Test
  void metrics_sayWhatTheyAre() {
    assertThat(arbiter.get("/actuator/prometheus").lines())
        .contains("# HELP lockarbiter_ticks_total Ticks appended.")
        .filteredOn(line -> line.startsWith("# HELP lockarbiter_"))
        .allMatch(line -> line.matches("# HELP \\S+ .{10,}"));
  }

  @Test
  void metrics_areThereForPrometheus() {
    answer(log.acquire("metrics"));

    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/prometheus"))
                    .contains(
                        "lockarbiter_decisions_total{reason=\"none\",type=\"granted\"}",
                        "lockarbiter_decide_seconds_bucket",
                        "lockarbiter_end_to_end_seconds_bucket",
                        "lockarbiter_outbox_resent_total",
                        "lockarbiter_ticks_total",
                        "lockarbiter_partitions 3.0",
                        "lockarbiter_locks_held{partition=\"0\"}",
                        "lockarbiter_lag_records{partition=\"0\"}",
                        "lockarbiter_partition_state{partition=\"0\",state=\"running\"} 1.0"));
  }

  @Test
  void badRequests_areRefusedWithTheReason() {
    assertThat(arbiter.get("/api/accounts/acme/explain?path=/a&path=/b&operation=DELETE"))
        .startsWith("400 ")
        .contains("path is given 2 times, expected once");
    assertThat(arbiter.get("/api/accounts/acme/locks?under=/a/"))
        .startsWith("400 ")
        .contains("under: path=/a/ ends with /");
    assertThat(arbiter.get("/api/accounts/a%2Fb/locks"))
        .startsWith("200 ")
        .contains("\"account\":\"a/b\"");
  }

  @Test
  void partitions_areShownWithTheirPositions() {
    answer(log.acquire("shown"));

    assertThat(arbiter.get("/api/partitions"))
        .startsWith("200 ")
        .contains("\"partition\":2,\"assigned\":true,\"state\":\"RUNNING\"", "\"publishedSeq\":");
  }

  private static Event answer(String commandId) {
    return await()
        .until(
            () ->
                log.events().stream()
                    .filter(event -> event.head().commandId().equals(commandId))
                    .findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new TreeMap<>();
    record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
    return headers;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
