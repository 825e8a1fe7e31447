package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.arbiter.audit.HistorySource;
import io.lockarbiter.arbiter.audit.PartitionHistory;
import io.lockarbiter.arbiter.audit.PartitionVerdict;
import io.lockarbiter.arbiter.audit.Scope;
import io.lockarbiter.arbiter.audit.Verdict;
import io.lockarbiter.arbiter.audit.Verification;
import io.lockarbiter.arbiter.audit.Verification.Check;
import io.lockarbiter.arbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a running deployment wrote to its topics, audited. */
class AuditIT {
  private static EmbeddedInfrastructure infrastructure;
  private static Deployment deployment;
  private static ArbiterNode arbiter;
  private static KafkaLog log;
  private static HistorySource source;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
    deployment = new Deployment(infrastructure, "audit", 3);
    arbiter = ArbiterNode.start(infrastructure, deployment.settings());
    log = new KafkaLog(deployment);
    source =
        new KafkaHistorySource(
            Map.of("bootstrap.servers", infrastructure.bootstrapServers()), "audit.");
    liveThrough();
  }

  /** Conflicts, waits, promotions, expiries, repeats, bad input; some of it is left standing. */
  private static void liveThrough() {
    for (int partition = 0; partition < 2; partition++) {
      String account = deployment.accountIn(partition);
      String first = log.acquire(account, "first", "/docs/plan.pdf", 30_000);
      log.acquire(account, "second", "DELETE", "/docs", 30_000, 20_000);
      log.acquire(account, "third", "UPLOAD", "/docs/other.pdf", 30_000, 300);
      log.acquire(account, "refused", "/docs/plan.pdf/below", 30_000);
      log.acquire(account, "short", "/elsewhere", 1_000);
      log.release(account, first);
      log.release(account, first);
      log.acquire(account, "held", "/kept", 600_000);
      log.acquire(account, "waiting", "DELETE", "/", 600_000, 600_000);
      log.send(
          account,
          "{\"commandId\":\"bad\",\"account\":\"%s\",\"type\":\"acquire\"}".formatted(account));
      log.send(account, "no JSON");
    }
    log.flush();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                log.texts(deployment.events()).stream()
                        .filter(text -> text.contains("\"EXPIRED\""))
                        .count()
                    == 2);
  }

  @AfterAll
  static void stop() {
    source.close();
    log.close();
    arbiter.close();
    infrastructure.close();
  }

  @Test
  void runningDeployment_isClean() {
    List<PartitionVerdict> verdicts = new ArrayList<>();
    for (int partition : source.partitions()) {
      try (PartitionHistory history = source.open(partition)) {
        verdicts.add(Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), step -> {}));
      }
    }
    assertThat(verdicts).allSatisfy(verdict -> assertThat(verdict.violations()).isEmpty());
    assertThat(verdicts)
        .extracting(PartitionVerdict::verdict)
        .containsExactly(Verdict.CLEAN, Verdict.CLEAN, Verdict.IDLE);
    assertThat(verdicts.get(0).answers()).isGreaterThanOrEqualTo(10);
    assertThat(Verdict.of(verdicts)).isEqualTo(Verdict.CLEAN);
  }
}
