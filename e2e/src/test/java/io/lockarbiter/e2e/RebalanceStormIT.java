package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances join and leave faster than a partition can start. */
@Tag("nightly")
@Cluster
class RebalanceStormIT {
  private static final int ROUNDS = 20;
  private static final int INSTANCES = 3;

  /** The seed repeats a failure as far as timing allows. */
  private final Random random = new Random(Seeds.fresh());

  @Test
  void instancesThatComeAndGoAllTheTime_loseAndDoubleNothing(Deployment deployment)
      throws Exception {
    deployment.withPartitions(6);
    Map<String, String> settings = new HashMap<>(deployment.settings());
    settings.put("lockarbiter.concurrency", "1");
    ArbiterNode stays = deployment.arbiter(settings, new Faults()).awaitHealthy();
    Load load = deployment.load();
    load.awaitMore();
    Deque<ArbiterNode> others = new ArrayDeque<>();
    for (int round = 0; round < ROUNDS; round++) {
      if (others.size() == INSTANCES || (!others.isEmpty() && random.nextBoolean())) {
        others.removeFirst().close();
      } else {
        others.add(deployment.arbiter(settings, new Faults()));
      }
      Thread.sleep(random.nextInt(500));
    }
    while (!others.isEmpty()) {
      others.removeFirst().close();
    }
    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    stays.awaitHealthy();

    assertThat(stays.halts()).isZero();
    CleanHistory.check(deployment);
  }
}
