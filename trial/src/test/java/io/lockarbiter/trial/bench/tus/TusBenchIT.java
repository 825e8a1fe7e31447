package io.lockarbiter.trial.bench.tus;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short; how soon uploads are taken up again is a figure of the bench, not looked at. */
class TusBenchIT {
  @TempDir private Path folder;

  @Test
  void serversThatAreKilled_costNoUpload() throws Exception {
    TusSettings settings =
        new TusSettings(10, 2, Duration.ofSeconds(2), Patience.LIMIT, 256 << 10, 42);
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Patience.LIMIT);

      TusReport report =
          new TusRun(settings, line -> {}).run(infrastructure.bootstrapServers(), folder);

      assertThat(report.isClean()).as(String.join("\n", report.lines())).isTrue();
      assertThat(report.cuts()).isPositive();
    }
  }
}
