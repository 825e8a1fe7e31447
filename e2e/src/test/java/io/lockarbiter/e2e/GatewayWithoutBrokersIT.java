package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose brokers are away: nobody may take its silence for news. */
@EveryFifthDay
@Cluster(alone = true)
class GatewayWithoutBrokersIT {
  @TempDir private Path folder;

  @Test
  void brokersAway_streamEndsAndNothingIsListed_untilTheyAreBack(Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    GatewayFiles files = GatewayFiles.in(folder, "me * * ask,hold,see");
    String key = files.add("me");
    try (GatewayProcess process = GatewayProcess.start(deployment, files.settings(deployment))) {
      GatewayCaller caller = GatewayCaller.of(process.awaitAddress(), key, "s").awaitReady();
      assertThat(caller.upload("first", "/a").status()).isEqualTo(201);
      try (GatewayStream stream = GatewayStream.open(caller, "", null, told -> {})) {
        await().until(() -> !stream.lastId().isEmpty());
        deployment.infrastructure().kafka().stop();
        await().atMost(Duration.ofSeconds(20)).until(stream::hasEnded);
      }
      Answer list = caller.send("GET", "/locks", "");
      assertThat(list.status()).as("%s", list.body()).isEqualTo(503);
      assertThat(list.text("reason")).isEqualTo("NOT_READ_YET");
      assertThat(list.text("detail")).contains("has not reached the end of the events for 10 s");
      assertThat(caller.get("first").status()).isEqualTo(503);

      deployment.infrastructure().kafka().restart();
      await().until(() -> caller.send("GET", "/locks", "").status() == 200);
      try (GatewayStream stream = GatewayStream.open(caller, "", null, told -> {})) {
        await().until(() -> !stream.lastId().isEmpty());
      }
    }
  }
}
