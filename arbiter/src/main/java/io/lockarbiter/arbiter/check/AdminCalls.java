package io.lockarbiter.arbiter.check;

import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.kafka.AdminAnswer;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/**
 * Waits for answers of a Kafka cluster; a missing answer refuses the start.
 *
 * @param bootstrapServers the servers as remedies name them
 * @param timeout longest wait for one answer
 */
record AdminCalls(String bootstrapServers, Duration timeout) {
  <T> T await(String what, KafkaFuture<T> future) {
    try {
      return AdminAnswer.await(future, timeout);
    } catch (KafkaException e) {
      throw refused(what, e);
    }
  }

  private StartupRefusedException refused(String what, Throwable cause) {
    return new StartupRefusedException(
        "Kafka at %s did not answer when asked for %s, within lockarbiter.kafka.request-timeout=%d ms (%s); the arbiter cannot start without. Fix: see that the brokers run and that spring.kafka.bootstrap-servers and spring.kafka.security.* are right"
            .formatted(bootstrapServers, what, timeout.toMillis(), AdminAnswer.text(cause)),
        cause);
  }
}
