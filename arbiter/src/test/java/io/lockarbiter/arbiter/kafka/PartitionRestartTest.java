package io.lockarbiter.arbiter.kafka;

import static io.lockarbiter.arbiter.kafka.ConsumedFixture.COMMANDS;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The failures after which a partition restarts, its delays, and the records that it reads then.
 */
class PartitionRestartTest {
  private final ConsumedFixture given = new ConsumedFixture();

  @Test
  void batchThatFails_isReadAgain() {
    given.start();
    given.producers.get(0).commitTransactionException = new KafkaException("unknown");
    given.consumer.seek(COMMANDS, 2);

    given.decide(record(0), record(1));
    given.steer();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.consumer.paused()).containsExactly(COMMANDS);
    assertThat(given.producers.get(0).closed()).isTrue();
    assertThat(given.partition.untilAttempt()).isEqualTo(Duration.ofMillis(100).toNanos());
    given.reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    given.reader.schedulePollTask(() -> given.reader.addRecord(record(1)));
    given.startAgain();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(given.consumer.position(COMMANDS)).as("nothing was ever committed").isZero();
    assertThat(given.producers.get(1).history()).as("from the outbox").hasSize(2);
  }

  @Test
  void batchThatNeverReachedTheStore_isReadAgainFromWhereItBegan() {
    given.start();
    given.consumer.seek(COMMANDS, 2);

    given.fail(new KafkaException("before the script"));
    given.reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    given.startAgain();

    assertThat(given.consumer.position(COMMANDS)).isZero();
  }

  /** They were read before the failure; the records after the start position are read once more. */
  @Test
  void recordsReadBeforeAFailure_areNotDecidedAfterIt() {
    given.start();
    given.fail(new KafkaException("before the script"));
    given.read(List.of(record(7)));
    given.startAgain();
    given.read(List.of(record(0)));
    given.partition.turn();

    assertThat(given.header().appliedOffset()).isZero();
  }

  /** A zombie that restarted would fence the rightful owner, again and again. */
  @ParameterizedTest
  @MethodSource("takeOvers")
  void partitionTakenOver_isStartedOnlyAfterTheGroupConfirmed(KafkaException takeOver) {
    given.start();
    given.fail(takeOver);
    given.nowNanos += Duration.ofHours(1).toNanos();
    given.poll();
    given.partition.turn();
    given.consumer.heartbeats++;
    given.poll();
    given.partition.turn();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.producers).as("nobody is fenced").hasSize(1);
    given.consumer.heartbeats++;
    given.poll();
    given.partition.turn();
    assertThat(given.partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  static List<KafkaException> takeOvers() {
    return List.of(
        new ProducerFencedException("another"), new InvalidProducerEpochException("another"));
  }

  /**
   * The instance is cut off from the group alone, so every attempt would fence the rightful owner.
   */
  @Test
  void startThatFailedWhenOthersWereFenced_isTriedAgainOnlyAfterTheGroupConfirmed() {
    given.reader.setOffsetsException(new TimeoutException("the coordinator is out of reach"));
    given.start();
    given.nowNanos += Duration.ofHours(1).toNanos();
    given.poll();
    given.partition.turn();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.producers).as("fenced once").hasSize(1);
    given.consumer.heartbeats += 2;
    given.poll();
    given.partition.turn();
    assertThat(given.producers).as("a member still").hasSize(2);
  }

  /** After such a freeze the instance may be no member any more without knowing it. */
  @Test
  void partitionWhoseBatchFailedAfterALongTime_isStartedOnlyAfterTheGroupConfirmed() {
    given.start();
    given.producers.get(0).commitTransactionException = new TimeoutException("no answer");
    given.atCommit = () -> given.nowNanos += Duration.ofSeconds(9).toNanos();
    given.decide(record(0));
    given.nowNanos += Duration.ofHours(1).toNanos();
    given.poll();
    given.partition.turn();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.producers).as("nobody is fenced").hasSize(1);
  }

  /** A successful start proves nothing: the batch that fails comes after it. */
  @Test
  void batchThatFailsAgainAndAgain_isTriedLessAndLessOften() {
    given.start();
    failFirstRecord();
    failFirstRecord();
    assertThat(given.partition.untilAttempt()).isEqualTo(Duration.ofMillis(200).toNanos());
    failFirstRecord();
    assertThat(given.partition.untilAttempt()).isEqualTo(Duration.ofMillis(400).toNanos());

    given.startAgain();
    given.decide(record(0));
    given.fail(new KafkaException("another time"));
    assertThat(given.partition.untilAttempt()).isEqualTo(Duration.ofMillis(100).toNanos());
  }

  private void failFirstRecord() {
    given.startAgain();
    given.fail(new KafkaException("again"));
  }

  @Test
  void failures_areToldApartByWhatTheyMean() {
    assertThat(given.log.kind(new ProducerFencedException("another")))
        .isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(given.log.kind(new InvalidProducerEpochException("another")))
        .isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(given.log.kind(new TimeoutException("no broker"))).isEqualTo(FailureKind.PASSING);
    assertThat(given.log.kind(new IllegalStateException("a mistake")))
        .isEqualTo(FailureKind.UNEXPECTED);
  }

  @Test
  void failuresInARow_waitLonger() {
    given.brokenProducers = true;
    given.start();
    given.startAgain();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.partition.untilAttempt()).isEqualTo(Duration.ofMillis(200).toNanos());
    assertThat(given.statuses.all().get(0).why()).isEqualTo("KafkaException: no coordinator");
  }
}
