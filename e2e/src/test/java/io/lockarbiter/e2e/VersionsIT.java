package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.lua.redis.RedisLockStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two builds under load, one after the other; the later one has another layout of the state. */
@Cluster
@Tag("nightly")
class VersionsIT {
  private static final String FORMAT = "lua/includes/read_header.lua";
  private static final Pattern KNOWN = Pattern.compile("local FORMAT = '(\\d+)'");

  @Test
  void rollingUpgradeAndRollback_loseNothing(Deployment deployment, @TempDir Path later)
      throws IOException {
    int format = build(later);
    JavaProcess next;
    Load load;
    try (ArbiterNode old = deployment.arbiter().awaitHealthy()) {
      load = deployment.load();
      load.awaitMore();
      Map<String, String> settings = new HashMap<>(deployment.settings());
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

    ArbiterNode back = deployment.arbiter();
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
    Answers.awaitEachOnce(deployment, load.end());
    CleanHistory.check(deployment);
  }

  /** Writes the files in which a later build differs; returns the format of its state. */
  private static int build(Path later) throws IOException {
    try (InputStream script = RedisLockStore.class.getResourceAsStream("/" + FORMAT)) {
      String text = new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
      Matcher known = KNOWN.matcher(text);
      assertThat(known.find()).as(text).isTrue();
      int format = Integer.parseInt(known.group(1)) + 1;
      Path file = later.resolve(FORMAT);
      Files.createDirectories(file.getParent());
      Files.writeString(file, known.replaceFirst("local FORMAT = '" + format + "'"));
      return format;
    }
  }
}
