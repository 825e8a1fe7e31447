package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.e2e.process.JavaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every process ends while many requests wait: arbiter and Redis by SIGKILL, the broker in order.
 */
@Cluster(alone = true)
class RestartIT {
  private static final String ACCOUNT = "acme";
  private static final long LONG_MS = 600_000;
  private static final int WAITING = 500;

  @Test
  void everyProcessRestartsWhile500Wait_noneIsLostAndTheirOrderIsKept(Deployment deployment) {
    KafkaLog log = deployment.log();
    try (JavaProcess before = deployment.process(deployment.settings())) {
      awaitTopics(deployment);
      letWait(log);
      awaitCount(log, EventType.QUEUED, WAITING);
      before.kill();
      before.awaitExit();
    }
    deployment.infrastructure().redis().kill();
    deployment.infrastructure().kafka().restart();
    deployment.infrastructure().redis().restart();
    ArbiterNode after = deployment.arbiter();
    await().untilAsserted(() -> assertThat(queue(after)).isEqualTo(inOrderOfArrival()));
    assertThat(count(log, EventType.QUEUED)).isEqualTo(WAITING);

    log.release(ACCOUNT, "blocker");
    inARow().forEach(id -> log.release(ACCOUNT, id));
    awaitCount(log, EventType.RELEASED, 1 + inARow().size());

    assertThat(granted(log)).isEqualTo(expectedGrants());
    assertThat(count(log, EventType.REJECTED)).isZero();
    assertThat(queue(after)).isEmpty();
    Answers.checkEachOnce(deployment);
  }

  private static void awaitTopics(Deployment deployment) {
    try (Admin admin = deployment.log().admin()) {
      await()
          .until(
              () ->
                  admin
                      .listTopics()
                      .names()
                      .get()
                      .containsAll(List.of(deployment.commands(), deployment.events())));
    }
  }

  /** Every fifth request wants the same file, the others a file of their own. */
  private static void letWait(KafkaLog log) {
    log.acquire(ACCOUNT, "blocker", "DELETE", "/a", LONG_MS, 0);
    for (String id : inOrderOfArrival()) {
      String path = isInARow(id) ? "/a/same" : "/a/" + id;
      log.acquire(ACCOUNT, id, "UPLOAD", path, LONG_MS, LONG_MS);
    }
    log.flush();
  }

  private static List<String> inOrderOfArrival() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      ids.add((i % 5 == 4 ? "row-" : "own-") + i);
    }
    return ids;
  }

  private static boolean isInARow(String id) {
    return id.startsWith("row-");
  }

  private static List<String> inARow() {
    return inOrderOfArrival().stream().filter(RestartIT::isInARow).toList();
  }

  /**
   * Returns the expected order: the blocker; on its release all requests without another conflict;
   * then one after the other.
   */
  private static List<String> expectedGrants() {
    List<String> row = inARow();
    List<String> grants = new ArrayList<>(List.of("blocker"));
    grants.addAll(inOrderOfArrival());
    grants.removeAll(row.subList(1, row.size()));
    grants.addAll(row.subList(1, row.size()));
    return grants;
  }

  private static List<String> granted(KafkaLog log) {
    return log.events().stream()
        .filter(event -> event instanceof Granted)
        .sorted(Comparator.comparing(event -> event.head().seq()))
        .map(event -> event.head().commandId())
        .toList();
  }

  private static List<String> queue(ArbiterNode arbiter) {
    String answer = arbiter.get("/api/accounts/" + ACCOUNT + "/waiting?limit=1000");
    assertThat(answer).startsWith("200 ");
    List<String> ids = new ArrayList<>();
    for (JsonNode request : JsonMapper.shared().readTree(answer.substring(4)).get("waiting")) {
      ids.add(request.get("lockId").asString());
      assertThat(request.get("position").asInt()).isEqualTo(ids.size());
    }
    return ids;
  }

  private static void awaitCount(KafkaLog log, EventType type, long events) {
    await()
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(count(log, type)).isEqualTo(events));
  }

  private static long count(KafkaLog log, EventType type) {
    return log.events().stream().map(Event::type).filter(type::equals).count();
  }
}
