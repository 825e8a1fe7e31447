package io.lockarbiter.embedded.demo.yielding;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.demo.yielding.YieldingRound.Asker;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class YieldingIT {
  @Test
  void uploads_letGoOfTheFolderForItsDeletionWhoeverAsks() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(Duration.ofSeconds(60));
      try (LockClient client =
          KafkaLockClient.open(
              LockClientOptions.of(infrastructure.bootstrapServers()).withName("yielding"))) {
        for (Asker asker : Asker.values()) {
          try (ContestedFolder folder = new ContestedFolder(client, 20)) {
            YieldingRound round = folder.play(1, asker);

            assertThat(round.faults()).isEmpty();
            assertThat(round.untold()).isZero();
            assertThat(round.silentEnded()).isEqualTo(1);
            assertThat(round.lateRefused()).isEqualTo(1);
            assertThat(round.mostSentAgain()).isLessThanOrEqualTo(YieldingUpload.CHUNK_BYTES);
          }
        }
      }
    }
  }
}
