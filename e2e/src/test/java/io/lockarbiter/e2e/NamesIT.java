package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A deployment that compares names without case, over real Kafka and Redis. */
@EveryFifthDay
@Cluster
class NamesIT {
  private static final String CASE = "lockarbiter.names.without-case";
  private static final String BACKSLASH = "lockarbiter.names.without-backslash";

  @Test
  void namesThatDifferInCaseAlone_areOneName(Deployment deployment) throws Exception {
    Map<String, String> settings = deployment.settings(CASE, "true");
    settings.put(BACKSLASH, "true");
    ArbiterNode arbiter = deployment.arbiter(settings, new Faults());
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      long earlier = acquired(client, LockRequest.upload("acme", "carl", "/x")).token();
      Lease held = acquired(client, LockRequest.upload("acme", "ann", "/Docs/Straße.docx"));

      assertThat(held.lock().path()).hasToString("/Docs/Straße.docx");
      assertThatThrownBy(
              () -> client.acquire(LockRequest.upload("acme", "bob", "/docs/STRASSE.DOCX")))
          .isInstanceOf(LockRefusedException.class)
          .hasMessageContaining("CONFLICT")
          .hasMessageContaining("/Docs/Straße.docx");
      assertThatThrownBy(() -> client.acquire(LockRequest.upload("acme", "bob", "/a\\b")))
          .hasMessageContaining("has a \\ in a name, which this deployment refuses");
      assertThat(arbiter.get("/api/accounts/acme/locks?under=/DOCS")).contains(held.lockId());
      assertThat(arbiter.get("/api/accounts/acme/explain?path=/dOcS&operation=DELETE"))
          .contains("\"verdict\":\"blocked\"", held.lockId());
      fence(held, earlier);
    }
    arbiter.close();

    assertThatThrownBy(() -> deployment.arbiter(deployment.settings(), new Faults()))
        .rootCause()
        .hasMessageContaining("was decided with namesWithoutCase=true")
        .hasMessageContaining("lockarbiter.names.without-case");
  }

  /**
   * Case counts until it has ended, because it would not be found; the other settings do not wait,
   * and neither a restart nor a lost state changes that.
   */
  @Test
  void lockFromBeforeTheFirstSettings_hindersCaseAlone(Deployment deployment) throws Exception {
    KafkaLog log = deployment.log();
    log.createTopics();
    String account = deployment.accountIn(1);
    String early = log.acquire(account, "early", "/F", 600_000);
    log.flush();
    Map<String, String> settings = deployment.settings(CASE, "true");
    settings.put("lockarbiter.limits.longest-lease", "20s");
    ArbiterNode first = deployment.arbiter(settings, new Faults());

    Granted cut =
        await().until(() -> granted(log, account), grant -> grant.cut().leaseMs() != null);
    assertThat(cut.subject().isWithoutCase()).isFalse();
    assertStrayIsRefused(deployment, log, "stray-1");
    first.close();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      redis.flush(1);
    }
    ArbiterNode second = deployment.arbiter(settings, new Faults()).awaitHealthy();
    assertStrayIsRefused(deployment, log, "stray-2");
    assertThat(granted(log, account).subject().isWithoutCase()).isFalse();
    assertThat(second.get("/api/partitions"))
        .contains("\"namesWithoutCase\":2", "\"namesWhy\":\"case counts in names until");

    log.release(account, early);
    await()
        .untilAsserted(
            () ->
                assertThat(second.get("/actuator/prometheus"))
                    .contains("lockarbiter_settings_differ{partition=\"1\"} 0.0"));

    assertThat(granted(log, account).subject().isWithoutCase()).isTrue();
    assertStrayIsRefused(deployment, log, "stray-3");
    assertThat(second.get("/api/partitions")).doesNotContain("namesWhy");
    assertThat(log.events().stream().filter(Granted.class::isInstance))
        .as("grants for an account of another partition")
        .noneMatch(event -> event.head().account().equals(deployment.accountIn(0)));
  }

  /** A command that reached the wrong partition, where another would hold the same lock. */
  private static void assertStrayIsRefused(Deployment deployment, KafkaLog log, String id) {
    String account = deployment.accountIn(0);
    log.appendTo(
        1,
        account,
        """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u1","operation":"UPLOAD","path":"/F","leaseMs":5000}"""
            .formatted(id, account));
    Event answer =
        await()
            .until(
                () ->
                    log.events().stream()
                        .filter(event -> event.head().commandId().equals(id))
                        .findFirst(),
                Optional::isPresent)
            .orElseThrow();
    assertThat(answer.reason()).isEqualTo(RejectReason.WRONG_PARTITION);
  }

  /** It learns only from the log how names are compared, and decides so. */
  @Test
  void otherSettingWithoutAStateInRedis_runsOnWithTheLogs(Deployment deployment) throws Exception {
    ArbiterNode first = deployment.arbiter().awaitHealthy();
    KafkaLog log = deployment.log();
    String account = deployment.accountIn(1);
    granted(log, account);
    first.close();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      for (int partition = 0; partition < deployment.partitions(); partition++) {
        redis.flush(partition);
      }
    }
    Map<String, String> settings = deployment.settings(CASE, "true");
    settings.put("lockarbiter.limits.longest-lease", "20s");
    ArbiterNode second = deployment.arbiter(settings, new Faults()).awaitHealthy();

    Granted cut =
        await().until(() -> granted(log, account), grant -> grant.cut().leaseMs() != null);
    assertThat(cut.subject().isWithoutCase()).isFalse();
    await()
        .untilAsserted(
            () ->
                assertThat(second.get("/actuator/prometheus"))
                    .contains("lockarbiter_settings_differ{partition=\"1\"} 1.0"));
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

  /** The guard knows from the events of the lock how names are compared. */
  private static void fence(Lease held, long earlierToken) {
    MemoryFencingGuard guard = new MemoryFencingGuard();
    FencingAction action = FencingAction.of(held);
    assertThat(guard.admit(action.on(Mode.PUT, "/DOCS/strasse.docx"))).isEmpty();
    FencingAction earlier =
        FencingAction.of("acme", earlierToken, Mode.PUT, "/docs/Strasse.docx").withoutCase();
    assertThat(guard.admit(earlier)).isNotEmpty();
  }

  private static Lease acquired(LockClient client, LockRequest request) throws Exception {
    return await().ignoreExceptions().until(() -> client.acquire(request), lease -> true);
  }
}
