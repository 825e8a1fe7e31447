package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.trial.bench.handover.Cause;
import java.util.Random;

/**
 * Who comes and who goes, the same for the same seed: one to three instances run, and who leaves
 * does so by SIGTERM and SIGKILL in turn.
 */
final class SoakPlan {
  private static final int MOST = 3;

  private final Random random;
  private Cause nextLeave = Cause.LEAVE;

  SoakPlan(long seed) {
    this.random = new Random(seed);
  }

  /**
   * The next change.
   *
   * @param instances how many run now
   */
  Step next(int instances) {
    if (instances == 1 || instances < MOST && random.nextBoolean()) {
      return new Step(Cause.JOIN, instances);
    }
    Cause leave = nextLeave;
    nextLeave = leave == Cause.LEAVE ? Cause.KILL : Cause.LEAVE;
    return new Step(leave, random.nextInt(instances));
  }

  /**
   * A change.
   *
   * @param instance which one, 0 for the one that has run longest
   */
  record Step(Cause cause, int instance) {}
}
