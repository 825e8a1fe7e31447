package io.lockarbiter.embedded.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class MaxRateIT {
  @Test
  void shortRun_answersEverythingAndReportsARate() throws InterruptedException {
    List<String> out = new ArrayList<>();
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Patience.LIMIT);

      boolean good =
          new MaxRate(StopSignal.never(), out::add)
              .run(infrastructure.bootstrapServers(), Duration.ofSeconds(2), Duration.ofSeconds(4));

      assertThat(good).as(String.join("\n", out)).isTrue();
    }
    assertThat(out)
        .last()
        .asString()
        .matches(
            "[0-9,]+ commands/s, p50 [0-9]+ ms, p99 [0-9]+ ms from command to event, sustained over"
                + " \\d s on \\d+ cores; [0-9,]+ answers read, 0 refused");
  }
}
