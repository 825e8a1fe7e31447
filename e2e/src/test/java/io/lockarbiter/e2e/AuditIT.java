package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.StateJson;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.cli.audit.AuditCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An audit of the topics that a running deployment has written. */
@Cluster
class AuditIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Deployment deployment;
  private static ArbiterNode arbiter;
  private static KafkaLog log;
  private static HistorySource source;

  @BeforeAll
  static void start(Deployment started) {
    deployment = started;
    arbiter = started.arbiter();
    log = started.log();
    source =
        new KafkaHistorySource(Map.of("bootstrap.servers", started.brokers()), started.prefix());
    liveThrough();
  }

  /**
   * Causes conflicts, waits, grants from the queue, expiries, repeats and bad input, and leaves
   * some locks held.
   */
  private static void liveThrough() {
    for (int partition = 0; partition < 2; partition++) {
      String account = deployment.accountIn(partition);
      String first = log.acquire(account, "first", "/docs/plan.pdf", 30_000);
      log.acquire(account, "second", "DELETE", "/docs", 600_000, 20_000);
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
  }

  @Test
  void runningDeployment_isClean() {
    List<PartitionVerdict> verdicts = CleanHistory.check(deployment);
    assertThat(verdicts)
        .extracting(PartitionVerdict::verdict)
        .containsExactly(Verdict.CLEAN, Verdict.CLEAN, Verdict.IDLE);
    assertThat(verdicts.get(0).answers()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void commandLine_saysTheSame() {
    Shell verify = Shell.run(with("verify"));
    assertThat(verify.out()).contains("partition 0: clean;", "partition 2: idle;");
    assertThat(verify.out()).contains("clean: ", " 0 violations");
    assertThat(verify.exitCode()).isZero();
  }

  @Test
  void stateNow_isWhatTheHttpViewShows() {
    for (int partition = 0; partition < 2; partition++) {
      String account = deployment.accountIn(partition);
      try (PartitionHistory history = source.open(partition)) {
        JsonNode now =
            JSON.readTree(StateJson.of(HistoryState.at(history, Moment.END), account).toString());
        assertThat(now.path("locks").size()).isEqualTo(2);
        assertThat(now.path("waiting").size()).isEqualTo(1);
        for (String view : List.of("locks", "waiting")) {
          String http = arbiter.get("/api/accounts/" + account + "/" + view).substring(4);
          assertThat((Object) now.path(view)).isEqualTo(JSON.readTree(http).path(view));
        }
      }
    }
  }

  @Test
  void exportedRecords_verifyAlike(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("records.jsonl");
    Shell export = Shell.run(with("export", "--records"));
    Files.writeString(file, export.out());
    Shell verify = Shell.run("verify", "--commands", file.toString(), "--events", file.toString());
    assertThat(verify.out()).contains("partition 1: clean;");
    assertThat(verify.exitCode()).isZero();
    String damaged =
        export.out().replace("\\\"reason\\\":\\\"EXPIRED\\\"", "\\\"reason\\\":\\\"FORCED\\\"");
    assertThat(damaged).isNotEqualTo(export.out());
    Files.writeString(file, damaged);
    Shell found = Shell.run("verify", "--commands", file.toString(), "--events", file.toString());
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.out())
        .contains(
            "violation", deployment.events() + " partition=0 offset=", "expected ", "EXPIRED");
  }

  @Test
  void lockAndPath_areToldInWords() {
    String account = deployment.accountIn(0);
    Shell lock = Shell.run(with("lock", "second", "--account", account));
    assertThat(lock.out())
        .contains("lockId second of account " + account + ": DELETE (DELETE /docs) by u-second")
        .contains(
            "queued as number 1 until ", "behind u-first PUT /docs/plan.pdf (lockId first, until ")
        .contains("  granted", deployment.events() + " partition=0 offset=");
    Shell explain = Shell.run(with("explain", "--account", account, "--path", "/kept"));
    assertThat(explain.out())
        .contains("Held at /kept:", "u-held held UPLOAD (PUT /kept) since ")
        .contains("u-waiting waited for DELETE (DELETE /) since ")
        .contains("because u-held held UPLOAD (PUT /kept), something below");
    assertThat(explain.exitCode()).isZero();
  }

  @Test
  void exportedOutcomes_sayHowLongLocksWaitedAndWereHeld() {
    Shell csv = Shell.run(with("export", "--format", "CSV", "--account", deployment.accountIn(0)));
    assertThat(csv.out().lines().findFirst().orElse(""))
        .contains("commandId", "waitedMs", "heldMs");
    Shell json =
        Shell.run(with("export", "--account", deployment.accountIn(0), "--reason", "EXPIRED"));
    assertThat(json.out().lines()).hasSize(1);
    JsonNode expired = JSON.readTree(json.out());
    assertThat(expired.path("lockId").asString()).isEqualTo("short");
    assertThat(expired.path("heldMs").asLong()).isGreaterThanOrEqualTo(1_000L);
  }

  @Test
  void otherLimits_wouldHaveDecidedOtherwise() {
    Shell same = Shell.run(with("diff", "--rules"));
    assertThat(same.out()).contains("0 outcomes differ");
    assertThat(same.exitCode()).isZero();
    Shell fewer = Shell.run(with("diff", "--rules", "--set", "waitersPerAccount=0"));
    assertThat(fewer.out()).contains("queued -> rejected QUEUE_FULL");
    assertThat(fewer.exitCode()).isEqualTo(1);
  }

  private static String[] with(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kafka", deployment.brokers(), "--prefix", deployment.prefix()));
    return all.toArray(String[]::new);
  }

  /** A run of {@code lockarbiter audit} in this JVM. */
  private record Shell(int exitCode, String out) {
    static Shell run(String... arguments) {
      StringWriter out = new StringWriter();
      int exitCode =
          new CommandLine(new AuditCommand())
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(out))
              .execute(arguments);
      return new Shell(exitCode, out.toString());
    }
  }
}
