package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.e2e.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two builds under load, one after the other; the later one has another layout of the state. */
@Cluster
@Tag("nightly")
class VersionsIT {
  private static final String CAP = "lockarbiter.limits.longest-lease";
  private static final String CAPPED = "300s";

  @Test
  void rollingUpgradeAndRollback_loseNothing(Deployment deployment, @TempDir Path later)
      throws IOException {
    int format = LaterBuild.files(later);
    JavaProcess next;
    Load load;
    try (ArbiterNode old = deployment.arbiter(CAP, CAPPED).awaitHealthy()) {
      KeptLocks.takeOn(deployment.log());
      load = deployment.load();
      load.awaitMore();
      Map<String, String> settings = new HashMap<>(deployment.settings(CAP, CAPPED));
      settings.put("logging.level.io.lockarbiter", "INFO");
      next = deployment.process(settings, later);
      next.await("partition=\\d runs");
      load.awaitMore();
      assertThat(old.get("/api/partitions")).as("the others").contains("RUNNING");
    }
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      next.await("partition=%d: the state is back".formatted(partition));
      next.await("partition=%d runs".formatted(partition));
    }
    load.awaitMore();
    next.terminate();
    next.awaitExit();

    ArbiterNode back = deployment.arbiter(CAP, CAPPED);
    back.awaitHalt(
        "AHEAD", "it has format %d, this arbiter knows %d".formatted(format, format - 1));
    for (int partition = 0; partition < deployment.partitions(); partition++) {
      RepairTool.Answer answer =
          RepairTool.repair(
              deployment, partition, RepairTool.awaitHaltId(back, partition), "--yes");
      assertThat(answer.code()).as(answer.text()).isZero();
    }
    back.awaitHealthy();
    load.awaitMore();
    KeptLocks.assertHeld(back);
    Answers.awaitEachOnce(deployment, load.end() + KeptLocks.COMMANDS);
    CleanHistory.check(deployment);
  }

  /** A check-out and a freeze, which outlive both builds; and an upload whose lease is cut. */
  private static final class KeptLocks {
    static final int COMMANDS = 3;
    private static final String ACCOUNT = "kept";
    private static final Pattern LOCK_ID = Pattern.compile("\"lockId\":\"(\\w+)\"");

    static void takeOn(KafkaLog log) {
      take(
          log,
          "out",
          "CHECK_OUT",
          "/docs/plan.docx",
          "\"keepMs\":86400000,\"note\":\"on the train\"");
      take(log, "still", "FREEZE", "/photos", "\"keepMs\":86400000");
      take(log, "cut", "UPLOAD", "/docs/b.pdf", "\"leaseMs\":600000");
    }

    private static void take(KafkaLog log, String id, String operation, String path, String lease) {
      log.send(
          ACCOUNT,
          """
          {"type":"acquire","commandId":"%s","account":"%s","subAccount":"ann","operation":"%s","path":"%s","replyTo":"test",%s}"""
              .formatted(id, ACCOUNT, operation, path, lease));
    }

    static void assertHeld(ArbiterNode node) {
      assertThat(LOCK_ID.matcher(node.get("/api/accounts/kept/locks")).results())
          .extracting(found -> found.group(1))
          .contains("out", "still");
    }
  }
}
