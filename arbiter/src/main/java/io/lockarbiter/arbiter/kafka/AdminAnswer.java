package io.lockarbiter.arbiter.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Waits for what a Kafka cluster answers to questions beside the logs. */
public final class AdminAnswer {
  private AdminAnswer() {}

  /**
   * Waits for an answer.
   *
   * @param longest wait
   * @throws KafkaException if none comes, or a refusal
   */
  public static <T> T await(KafkaFuture<T> future, Duration longest) {
    try {
      return future.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException refusal ? refusal : new KafkaException(e);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException("no answer within " + longest.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
