package io.lockarbiter.trial.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.handover.Cause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoakPlanTest {
  private static final int CHANGES = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_122})
  void instances_areOneToThreeAndLeaveBySigtermAndSigkillInTurn(long seed) {
    List<Cause> leaves = new ArrayList<>();
    int running = 1;
    for (SoakPlan.Step step : steps(seed)) {
      if (step.cause() == Cause.JOIN) {
        running++;
      } else {
        assertThat(step.instance()).isBetween(0, running - 1);
        running--;
        leaves.add(step.cause());
      }
      assertThat(running).isBetween(1, 3);
    }
    assertThat(leaves).hasSizeGreaterThan(CHANGES / 3);
    for (int i = 0; i < leaves.size(); i++) {
      assertThat(leaves.get(i)).isEqualTo(i % 2 == 0 ? Cause.LEAVE : Cause.KILL);
    }
  }

  @Test
  void sameSeed_isTheSamePlan() {
    assertThat(steps(7)).isEqualTo(steps(7)).isNotEqualTo(steps(8));
  }

  private static List<SoakPlan.Step> steps(long seed) {
    SoakPlan plan = new SoakPlan(seed);
    List<SoakPlan.Step> steps = new ArrayList<>();
    int running = 1;
    for (int i = 0; i < CHANGES; i++) {
      SoakPlan.Step step = plan.next(running);
      running += step.cause() == Cause.JOIN ? 1 : -1;
      steps.add(step);
    }
    return steps;
  }
}
