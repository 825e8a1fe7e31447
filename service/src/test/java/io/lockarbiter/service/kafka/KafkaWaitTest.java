package io.lockarbiter.service.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.service.StartupRefusedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The clock goes on by each question's time, and by 250 ms between two. */
@ExtendWith(OutputCaptureExtension.class)
class KafkaWaitTest {
  private static final KafkaException NO_ADDRESS =
      new KafkaException(
          "Failed to create new KafkaAdminClient",
          new ConfigException("No resolvable bootstrap urls given in bootstrap.servers"));

  private final Deque<KafkaException> failures = new ArrayDeque<>();
  private long nanos;
  private int asked;
  private boolean isStopped;
  private @Nullable KafkaException always;

  private final KafkaWait wait =
      new KafkaWait(
          "kafka:9092", () -> nanos, this::ask, () -> isStopped, () -> nanos += 250_000_000L);

  private void ask(Duration longest) {
    asked++;
    KafkaException failure = failures.isEmpty() ? always : failures.pop();
    if (failure instanceof TimeoutException) {
      nanos += longest.toNanos();
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static List<String> lines(CapturedOutput output) {
    return output.getOut().lines().filter(line -> line.contains("does not answer yet")).toList();
  }

  @Test
  void kafkaThatAnswers_isAskedOnceAndNothingIsSaid(CapturedOutput output) {
    wait.await(Duration.ofSeconds(60));

    assertThat(asked).isEqualTo(1);
    assertThat(output.getAll()).doesNotContain("kafka:9092");
  }

  @Test
  void kafkaThatComesLater_isWaitedForWithALineEach5Seconds(CapturedOutput output) {
    failures.addAll(
        List.of(new TimeoutException("a"), new TimeoutException("b"), new TimeoutException("c")));
    wait.await(Duration.ofSeconds(60));

    assertThat(lines(output))
        .hasSize(3)
        .first()
        .asString()
        .endsWith(
            "Kafka at kafka:9092 does not answer yet (TimeoutException: a); waiting for it, for at most 55 s more (lockarbiter.kafka.start-timeout=60s)");
    assertThat(output.getOut()).contains("Kafka at kafka:9092 answers");
  }

  @Test
  void kafkaThatNeverComes_isLeftToTheChecksAfterTheTime(CapturedOutput output) {
    always = new TimeoutException("no answer");
    wait.await(Duration.ofSeconds(60));

    assertThat(Duration.ofNanos(nanos)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
    assertThat(lines(output)).hasSize(11);
  }

  /** Names that have no address fail at once, so most of the time is in the pauses. */
  @Test
  void nameWithoutAnAddress_isWaitedForToo(CapturedOutput output) {
    always = NO_ADDRESS;
    wait.await(Duration.ofSeconds(60));

    assertThat(Duration.ofNanos(nanos)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
    assertThat(lines(output)).hasSizeBetween(11, 13).first().asString().contains("No resolvable");
  }

  @Test
  void kafkaThatRefusesTheLogin_isNotWaitedFor() {
    always = new SaslAuthenticationException("no");
    wait.await(Duration.ofSeconds(60));

    assertThat(asked).isEqualTo(1);
  }

  @Test
  void noTimeToWait_isNotAsked() {
    wait.await(Duration.ZERO);

    assertThat(asked).isZero();
  }

  @Test
  void processThatIsStopped_givesUp() {
    always = new TimeoutException("no answer");
    isStopped = true;

    assertThatThrownBy(() -> wait.await(Duration.ofSeconds(60)))
        .isInstanceOf(StartupRefusedException.class)
        .hasMessage("stopped while it waited for Kafka at kafka:9092");
    assertThat(asked).isEqualTo(1);
  }
}
