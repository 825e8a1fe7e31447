package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Waiting over real Kafka and Redis. */
@EveryFifthDay
@Cluster
class WaitingIT {
  private static final long LONG_MS = 600_000;
  private static final long MOST_LATE_MS = 20_000;
  private static final long WAITS = 9;

  @Test
  void releaseOfTheLockBefore_grantsTheWaiter(Deployment deployment) {
    KafkaLog log = deployment.log();
    ArbiterNode arbiter = deployment.arbiter();
    log.acquire("acme", "del", "DELETE", "/a", LONG_MS, 0);
    log.acquire("acme", "up", "UPLOAD", "/a/f", LONG_MS, LONG_MS);
    Queued queued = awaited(log, "up", Queued.class);
    assertThat(queued.position()).isEqualTo(1);
    assertThat(queued.blockedBy()).singleElement().extracting("lockId").isEqualTo("del");
    checkViewWhileWaiting(arbiter);

    String release = log.release("acme", "del");
    Granted granted = awaited(log, "up", Granted.class);

    Released released = awaited(log, release, Released.class);
    assertThat(granted.head().cause()).isEqualTo(released.head().cause());
    assertThat(granted.token()).isEqualTo(released.head().seq() + 1);
    assertThat(granted.waitedMs()).isEqualTo(granted.head().at() - queued.requestedAt());
    assertThat(granted.expiresAt()).isEqualTo(granted.head().at() + LONG_MS);
    assertThat(arbiter.get("/api/accounts/acme/waiting")).contains("\"waiting\":[]");
    Answers.checkEachOnce(deployment);
  }

  private static void checkViewWhileWaiting(ArbiterNode arbiter) {
    assertThat(arbiter.get("/api/accounts/acme/waiting"))
        .startsWith("200 ")
        .contains("\"position\":1", "\"lockId\":\"up\"", "\"lockId\":\"del\"");
    assertThat(arbiter.get("/api/accounts/acme/explain?path=/a/g&operation=UPLOAD"))
        .startsWith("200 ")
        .contains("\"verdict\":\"blocked\"", "\"lockId\":\"del\"", "\"waiting\":1");
    assertThat(arbiter.get("/api/accounts/acme/explain?path=/b&operation=CUSTOM"))
        .startsWith("400 ")
        .contains("operation=CUSTOM names its targets itself, which is not offered here");
    assertThat(arbiter.get("/api/partitions")).contains("\"waiting\":1");
    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/prometheus"))
                    .containsPattern("lockarbiter_locks_waiting\\{partition=\"\\d\"} 1\\.0")
                    .contains("lockarbiter_decisions_total{reason=\"none\",type=\"queued\"} 1.0"));
  }

  /** Wait limits come due while nobody sends anything. The time bound is that of a busy machine. */
  @Test
  void waitLimitDueInASilentPartition_becomesItsEventSoonAndOthersGetNoTicks(
      Deployment deployment) {
    KafkaLog log = deployment.log();
    deployment.arbiter().awaitHealthy();
    log.acquire(deployment.accountIn(1), "far", "DELETE", "/a", LONG_MS, 0);
    log.acquire(deployment.accountIn(0), "del", "DELETE", "/a", LONG_MS, 0);
    awaited(log, "far", Granted.class);
    awaited(log, "del", Granted.class);
    for (int i = 1; i <= WAITS; i++) {
      log.acquire(deployment.accountIn(0), "w" + i, "UPLOAD", "/a/" + i, LONG_MS, 1_000 + 400 * i);
    }
    List<Long> late = new ArrayList<>();
    for (int i = 1; i <= WAITS; i++) {
      Rejected rejected = awaited(log, "w" + i, Rejected.class);
      assertThat(rejected.reason()).isEqualTo(RejectReason.WAIT_TIMEOUT);
      late.add(rejected.head().at() - awaited(log, "w" + i, Queued.class).deadline());
    }
    System.out.println("wait limits became events late by ms: " + late);
    assertThat(late).allSatisfy(ms -> assertThat(ms).isBetween(0L, MOST_LATE_MS));
    Map<Integer, Long> ticks = ticks(deployment);
    assertThat(ticks).containsOnlyKeys(0);
    assertThat(ticks.get(0)).isBetween(1L, 2 * WAITS);
  }

  /** A lease comes due while nobody sends anything; the waiting request is granted next. */
  @Test
  void leaseDueInASilentPartition_becomesItsEventSoonAndTheWaiterIsGranted(Deployment deployment) {
    KafkaLog log = deployment.log();
    deployment.arbiter().awaitHealthy();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      String account = deployment.accountIn(partition);
      log.acquire(account, "h" + partition, "DELETE", "/a", 1_500 + 37 * partition, 0);
      log.acquire(account, "w" + partition, "UPLOAD", "/a/f", LONG_MS, LONG_MS);
    }
    List<Long> late = new ArrayList<>();
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      Granted held = awaited(log, "h" + partition, Granted.class);
      Released released = awaited(log, "h" + partition, Released.class);
      Granted next = awaited(log, "w" + partition, Granted.class);
      assertThat(released.reason()).isEqualTo(ReleaseReason.EXPIRED);
      assertThat(next.head().cause()).isEqualTo(released.head().cause());
      late.add(appendedAt(deployment, released) - held.expiresAt());
      late.add(appendedAt(deployment, next) - held.expiresAt());
    }
    System.out.println("ends of leases and grants after them were appended late by ms: " + late);
    assertThat(late).allSatisfy(ms -> assertThat(ms).isBetween(0L, MOST_LATE_MS));
  }

  private static long appendedAt(Deployment deployment, Event event) {
    return deployment.log().read(deployment.events()).stream()
        .filter(record -> EventCodec.decode(record.value()).equals(event))
        .findFirst()
        .orElseThrow()
        .timestamp();
  }

  private static Map<Integer, Long> ticks(Deployment deployment) {
    return deployment.log().read(deployment.commands()).stream()
        .filter(record -> new String(record.value(), UTF_8).contains("\"tick\""))
        .collect(Collectors.groupingBy(record -> record.partition(), Collectors.counting()));
  }

  private static <T extends Event> T awaited(KafkaLog log, String commandId, Class<T> type) {
    return await()
        .until(
            () ->
                log.events().stream()
                    .filter(type::isInstance)
                    .map(type::cast)
                    .filter(event -> event.head().commandId().equals(commandId))
                    .findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }
}
