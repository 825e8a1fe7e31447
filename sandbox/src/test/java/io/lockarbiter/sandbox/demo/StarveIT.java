package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.sandbox.embedded.EmbeddedArbiter;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StarveIT {
  @Test
  void deletion_isNotStarvedByUploads() throws Exception {
    List<String> out = new ArrayList<>();
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Duration.ofSeconds(60));

      boolean good =
          new Starve(StopSignal.never(), out::add)
              .run(infrastructure.bootstrapServers(), Duration.ofSeconds(3));

      assertThat(good).as(String.join("\n", out)).isTrue();
      assertThat(out).last().asString().startsWith("The bound was kept in all ");
      assertThat(out).anyMatch(line -> line.matches(" +1 .* 0  kept"));
    }
  }
}
