package io.lockarbiter.trial.bench.tus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uploads through two servers that are killed in turn. How soon they go on is printed. {@code
 * -Dlockarbiter.tus.uploads=100 -Dlockarbiter.tus.kills=10} is a long run.
 */
@Tag("nightly")
class TusIT {
  @TempDir private Path folder;

  @Test
  void serversThatAreKilled_costNoUpload() throws Exception {
    TusSettings settings =
        new TusSettings(
            Integer.getInteger("lockarbiter.tus.uploads", 10),
            Integer.getInteger("lockarbiter.tus.kills", 2),
            Duration.ofSeconds(2),
            Patience.LIMIT,
            256 << 10,
            42);
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Patience.LIMIT);

      TusReport report =
          new TusRun(settings, line -> {}).run(infrastructure.bootstrapServers(), folder);

      report.lines().forEach(System.out::println);
      assertThat(report.isClean()).as(String.join("\n", report.lines())).isTrue();
      assertThat(report.cuts()).isPositive();
    }
  }
}
