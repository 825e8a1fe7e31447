package io.lockarbiter.embedded.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.RedisWords;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FinalJudgementIT {
  private static final int LOCKS = 50;

  @Test
  void redisLostAllWhenEverythingWasDecided_isJudgedWhenItIsWholeAgain() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure);
        LockClient client =
            KafkaLockClient.open(LockClientOptions.of(infrastructure.bootstrapServers()))) {
      arbiter.awaitRunning(Patience.LIMIT);
      hold(client);
      assertThat(judgement(infrastructure).isClean()).isTrue();

      assertThat(RedisWords.answer(infrastructure.redis().port(), List.of("FLUSHALL")))
          .isEqualTo("+OK");
      Judgement judgement = judgement(infrastructure);

      assertThat(judgement.isClean()).isTrue();
      assertThat(judgement.states().stream().mapToInt(StateComparison::held).sum())
          .isEqualTo(LOCKS);
    }
  }

  @Test
  void redisThatIsNotWholeInTime_isNotJudged() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start()) {
      try (EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
        arbiter.awaitRunning(Patience.LIMIT);
        assertThat(judgement(infrastructure).firstDifference()).isNull();
      }
      RedisWords.answer(infrastructure.redis().port(), List.of("FLUSHALL"));

      assertThat(
              FinalJudgement.await(
                  infrastructure.bootstrapServers(),
                  infrastructure.redisAddress(),
                  Duration.ofSeconds(1)))
          .isNull();
    }
  }

  /** Holds a lock so long that nothing is renewed during the test. */
  private static void hold(LockClient client) {
    for (int i = 0; i < LOCKS; i++) {
      String account = "company-" + i % 7;
      client
          .acquireAsync(
              LockRequest.of(account, "user", Operation.UPLOAD, "/a/" + i, null)
                  .leaseOf(Duration.ofMinutes(10)))
          .join();
    }
  }

  private static Judgement judgement(EmbeddedInfrastructure infrastructure)
      throws InterruptedException {
    return Objects.requireNonNull(
        FinalJudgement.await(
            infrastructure.bootstrapServers(), infrastructure.redisAddress(), Patience.LIMIT));
  }
}
