package io.lockarbiter.arbiter.watch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionStatuses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class BrokerWatchTest {
  private static final int ALARM = 12;

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final KafkaAnswers answers = new KafkaAnswers();
  private final BrokerWatch watch = new BrokerWatch(statuses, answers, 3, "kafka:9092");

  @Test
  void silentKafka_stallsThePartitionsOfThisInstance_andIsSaidOnce(CapturedOutput output) {
    statuses.open(1);
    answered();
    looks(ALARM - 1);
    assertThat(watch.stalls()).isEmpty();
    looks(5);

    assertThat(watch.stalls()).containsOnlyKeys(1);
    assertThat(requireNonNull(watch.stalls().get(1)).cause()).isEqualTo(StallCause.BROKER);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains("WARN", "partitions=[1]: no broker at kafka:9092 has answered this arbiter")
        .contains("Fix: see whether the brokers run");
  }

  /** It does not know who has them; whoever has says so itself. */
  @Test
  void instanceWithoutPartitions_stallsAll() {
    looks(ALARM);

    assertThat(watch.stalls()).containsOnlyKeys(0, 1, 2);
  }

  @Test
  void brokerThatRestartsQuickly_isNoAlarm(CapturedOutput output) {
    statuses.open(1);
    for (int i = 0; i < 5; i++) {
      looks(ALARM - 1);
      answered();
    }

    assertThat(output).isEmpty();
  }

  @Test
  void kafkaThatAnswersAgain_isCalledOff(CapturedOutput output) {
    statuses.open(1);
    looks(ALARM);
    assertThat(watch.isSilent()).isTrue();
    answered();

    assertThat(watch.isSilent()).isFalse();
    assertThat(watch.stalls()).isEmpty();
    assertThat(output).contains("Kafka answers again");
  }

  private void answered() {
    answers.came();
    watch.look();
  }

  private void looks(int number) {
    for (int i = 0; i < number; i++) {
      watch.look();
    }
  }
}
