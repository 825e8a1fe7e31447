package io.lockarbiter.client.tracing;

import io.lockarbiter.client.LockClient;
import io.micrometer.observation.Observation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shields lock and job from handlers of observations, which are other people's code and may throw.
 */
final class Observations {
  private static final Logger LOG = LoggerFactory.getLogger(LockClient.class);

  private Observations() {}

  /** A scope of the observation, or one that does nothing if a handler throws. */
  static Observation.Scope scope(Observation observation) {
    try {
      return observation.openScope();
    } catch (RuntimeException | Error e) {
      failed(e);
      return Observation.Scope.NOOP;
    }
  }

  static void quietly(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  private static void failed(Throwable failure) {
    LOG.debug("a handler of observations failed; locks and jobs go on without it", failure);
  }
}
