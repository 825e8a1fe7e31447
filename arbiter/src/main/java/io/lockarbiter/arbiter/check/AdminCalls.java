package io.lockarbiter.arbiter.check;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/**
 * Waits for answers of a Kafka cluster; one that does not come refuses the start.
 *
 * @param bootstrapServers as they are shown in remedies
 * @param timeout longest wait for one answer
 */
record AdminCalls(String bootstrapServers, Duration timeout) {
  <T> T await(String what, KafkaFuture<T> future) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw refused(what, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw refused(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refused(what, e);
    }
  }

  private StartupRefusedException refused(String what, Throwable cause) {
    return new StartupRefusedException(
        "Kafka at %s did not answer when asked for %s, within %d ms (%s: %s); the arbiter cannot start without. Fix: see that the brokers run and that spring.kafka.bootstrap-servers and spring.kafka.security.* are right"
            .formatted(
                bootstrapServers,
                what,
                timeout.toMillis(),
                cause.getClass().getSimpleName(),
                cause.getMessage()),
        cause);
  }
}
