package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One arbiter decides by two versions of the rules: by that which its log has. */
@Cluster
class RulesIT {
  private static final int PARTITION = 1;

  @Test
  void logGoesFromTheFirstRulesToTheSecondAndBack_eachRecordIsDecidedByItsOwn(
      Deployment deployment) {
    Map<String, String> few = new HashMap<>(deployment.settings());
    few.put("lockarbiter.limits.waiters-per-account", "1");
    assertThat(retryAfterMs(deployment, with(few, "1"))).as("chosen").isNull();
    assertThat(retryAfterMs(deployment, few)).as("those of the log").isNull();
    assertThat(retryAfterMs(deployment, with(few, "2"))).as("chosen").isPositive();
    assertThat(retryAfterMs(deployment, few)).as("those of the log").isPositive();
    try (RedisKeys redis = RedisKeys.of(deployment)) {
      redis.flush(PARTITION);
      assertThat(retryAfterMs(deployment, few)).as("built again").isPositive();
    }
    assertThat(retryAfterMs(deployment, with(few, "1"))).as("chosen").isNull();

    CleanHistory.check(deployment);
  }

  @Test
  void newLog_hasTheNewest(Deployment deployment) {
    Map<String, String> few = new HashMap<>(deployment.settings());
    few.put("lockarbiter.limits.waiters-per-account", "1");

    assertThat(retryAfterMs(deployment, few)).isPositive();
  }

  private static Map<String, String> with(Map<String, String> settings, String rules) {
    Map<String, String> more = new HashMap<>(settings);
    more.put("lockarbiter.rules", rules);
    return more;
  }

  /** What an arbiter started with these settings says to whom the queue has no room for. */
  private static @Nullable Long retryAfterMs(Deployment deployment, Map<String, String> settings) {
    try (ArbiterNode arbiter = deployment.arbiter(settings, new Faults())) {
      arbiter.awaitHealthy();
      await()
          .until(
              () ->
                  !arbiter
                      .get("/actuator/prometheus")
                      .contains("settings_differ{partition=\"1\"} 1"));
      KafkaLog log = deployment.log();
      String account = deployment.accountIn(PARTITION);
      String id = "q" + System.nanoTime();
      log.acquire(account, id + "a", "DELETE", "/" + id, 1_000, 0);
      log.acquire(account, id + "b", "UPLOAD", "/" + id + "/1", 1_000, 900);
      log.acquire(account, id + "c", "UPLOAD", "/" + id + "/2", 1_000, 900);
      Rejected full =
          await()
              .until(
                  () ->
                      log.events().stream()
                          .filter(event -> event.head().commandId().equals(id + "c"))
                          .map(Rejected.class::cast)
                          .findFirst()
                          .orElse(null),
                  found -> found != null);
      assertThat(full.reason()).isEqualTo(RejectReason.QUEUE_FULL);
      // Whoever comes next finds nobody in line.
      await()
          .until(
              () ->
                  log.events().stream()
                          .filter(event -> event.head().commandId().equals(id + "b"))
                          .count()
                      == 2);
      return full.retryAfterMs();
    }
  }
}
