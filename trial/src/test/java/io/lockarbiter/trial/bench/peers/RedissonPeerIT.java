package io.lockarbiter.trial.bench.peers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.trial.bench.stage.CostMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RedissonPeerIT {
  private static final Duration LONGER_THAN_ANYBODY_WAITS = Duration.ofHours(1);

  @Test
  @Timeout(60)
  void lockThatFails_endsTheMeasurement() throws InterruptedException {
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        RedissonPeer peer = new RedissonPeer(redis.address(), 240, 4)) {
      AtomicBoolean ended = new AtomicBoolean();
      Thread thief =
          new Thread(
              () -> {
                while (!ended.get()) {
                  peer.client().getKeys().flushdb(); // locks that are held are no longer there
                }
              });
      thief.start();

      assertThatThrownBy(
              () ->
                  peer.measure(
                      2, LONGER_THAN_ANYBODY_WAITS, LONGER_THAN_ANYBODY_WAITS, new CostMeter()))
          .hasMessageContaining("a lock of Redisson's failed (IllegalMonitorStateException)")
          .hasMessageContaining("Fix: measure where nothing else runs");
      ended.set(true);
      thief.join();
    }
  }
}
