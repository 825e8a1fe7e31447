package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A deployment of a later epoch, over real Kafka and Redis. */
@EveryFifthDay
@Cluster
class EpochIT {
  private static final String EPOCH = "lockarbiter.epoch";
  private static final long BEGIN = Epoch.begin(1);
  private static final String JOB = "job";

  /** A late writer of the old deployment has the lower token, however many events that has had. */
  @Test
  void fenceOfBothDeployments_takesTheSecondsWritesAndRefusesTheFirstsLateOne(Deployment deployment)
      throws Exception {
    ChunkStorage storage = new ChunkStorage("jdbc:h2:mem:epochs;DB_CLOSE_DELAY=-1");
    storage.create();
    deployment.arbiter();
    Lease late;
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      late = acquired(client, LockRequest.upload("acme", "ann", "/plan.docx"));
      storage.write(FencingAction.of(late), JOB, "first");
      assertThat(late.token()).isLessThan(BEGIN);
    }

    try (Deployment second =
        new Deployment(deployment.infrastructure(), deployment.name() + "-second")
            .withPartitions(7)) {
      ArbiterNode arbiter =
          second.arbiter(second.settings(EPOCH, "1"), new Faults()).awaitHealthy();
      try (LockClient client = KafkaLockClient.open(second.clientOptions())) {
        Lease moved = acquired(client, LockRequest.upload("acme", "ann", "/plan.docx"));
        assertThat(moved.token()).isGreaterThan(BEGIN);
        storage.write(FencingAction.of(moved), JOB, "second");
        assertThatThrownBy(() -> storage.write(FencingAction.of(late), JOB, "first"))
            .isInstanceOf(FencedException.class);
        storage.write(FencingAction.of(moved), JOB, "second");
        assertThat(arbiter.get("/api/accounts/acme/locks")).contains("\"token\":" + moved.token());
      }
    }
    assertThat(storage.chunks(JOB))
        .extracting(ChunkStorage.Chunk::writer)
        .containsExactly("first", "second", "second");
  }

  @Test
  void stateLost_goesOnWithTheNumbersOfItsEpoch(Deployment deployment) throws Exception {
    Map<String, String> settings = deployment.settings(EPOCH, "1");
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(1);
    ArbiterNode first = deployment.arbiter(settings, new Faults()).awaitHealthy();
    assertThat(granted(log, account).token()).isEqualTo(BEGIN + 1);
    first.close();
    flush(deployment);

    ArbiterNode second = deployment.arbiter(settings, new Faults()).awaitHealthy();
    assertThat(granted(log, account).token()).isEqualTo(BEGIN + 3);
    assertThat(second.halts()).isZero();
    assertThat(seqsOf(log, 1)).containsExactly(BEGIN + 1, BEGIN + 2, BEGIN + 3, BEGIN + 4);
    assertThat(second.get("/api/partitions")).contains("\"epoch\":1");
    second.close();

    assertThatThrownBy(() -> deployment.arbiter())
        .rootCause()
        .hasMessageContaining("was decided with epoch=1, expected lockarbiter.epoch=0");
  }

  /** Somebody's command came first, so tokens of one partition are low; the log says so. */
  @Test
  void eventBeforeTheFirstSettings_keepsItsPartitionInEpochNone(Deployment deployment)
      throws Exception {
    KafkaLog log = deployment.log();
    log.createTopics();
    String early = deployment.accountIn(1);
    log.acquire(early);
    log.flush();
    ArbiterNode arbiter =
        deployment.arbiter(deployment.settings(EPOCH, "1"), new Faults()).awaitHealthy();

    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/prometheus"))
                    .contains("lockarbiter_settings_differ{partition=\"1\"} 1.0")
                    .contains("lockarbiter_settings_differ{partition=\"0\"} 0.0"));
    assertThat(granted(log, early).token()).isLessThan(BEGIN);
    assertThat(granted(log, deployment.accountIn(0)).token()).isEqualTo(BEGIN + 1);
  }

  private static List<Long> seqsOf(KafkaLog log, int partition) {
    return await()
        .until(
            () ->
                log.events().stream()
                    .map(Event::head)
                    .filter(head -> head.cause().partition() == partition)
                    .map(head -> head.seq())
                    .toList(),
            seqs -> seqs.size() == 4);
  }

  private static void flush(Deployment deployment) throws Exception {
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      for (int partition = 0; partition < deployment.partitions(); partition++) {
        redis.flush(partition);
      }
    }
  }

  /** Acquires a path of its own and releases it at once. */
  private static Granted granted(KafkaLog log, String account) {
    String id = log.acquire(account);
    log.release(account, id);
    return await()
        .until(
            () ->
                log.events().stream()
                    .filter(event -> event.head().commandId().equals(id))
                    .map(Granted.class::cast)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static Lease acquired(LockClient client, LockRequest request) throws Exception {
    return await().ignoreExceptions().until(() -> client.acquire(request), lease -> true);
  }
}
