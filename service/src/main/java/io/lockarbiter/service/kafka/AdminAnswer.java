package io.lockarbiter.service.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Waits for answers of a Kafka cluster's admin client. */
public final class AdminAnswer {
  private AdminAnswer() {}

  /** The name of a failure, and its message if it has one. */
  public static String text(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  /**
   * Waits for an answer.
   *
   * @param longest the longest wait
   * @throws KafkaException if no answer comes, or a refusal
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
