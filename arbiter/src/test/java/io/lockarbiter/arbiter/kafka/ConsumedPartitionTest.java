package io.lockarbiter.arbiter.kafka;

import static io.lockarbiter.arbiter.kafka.ConsumedFixture.BATCH_RECORDS;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.COMMANDS;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.HaltText;
import io.lockarbiter.arbiter.partition.HaltedException;
import io.lockarbiter.arbiter.partition.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/** Checks the offset from which a partition is read, and the times at which it is not. */
class ConsumedPartitionTest {
  private final ConsumedFixture given = new ConsumedFixture();

  @Test
  void assignedPartition_isNotReadBeforeItsPositionIsKnown() {
    given.steer();

    assertThat(given.consumer.paused()).containsExactly(COMMANDS);
    assertThat(given.partition.state()).isEqualTo(PartitionState.STARTING);
  }

  @Test
  void startedPartition_isReadFromItsPosition() {
    given.reader.updateBeginningOffsets(Map.of(COMMANDS, 7L));
    given.reader.updateEndOffsets(Map.of(COMMANDS, 9L));

    given.start();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(given.consumer.paused()).isEmpty();
    assertThat(given.consumer.position(COMMANDS)).isEqualTo(7);
  }

  /** A topic that is deleted now may be made anew, and the position would wait for that. */
  @Test
  void topicsThatAreNotTheSameOrNotThere_areNotTakenForThem() {
    assertThat(given.log.hasSameTopics()).isTrue();
    given.sameTopics =
        (partition, asks) -> {
          throw new HaltedException(HaltText.topicMadeAnew(partition, "commands has id=2"));
        };
    assertThat(given.log.hasSameTopics()).isFalse();
    given.sameTopics =
        (partition, asks) -> {
          assertThat(asks).isTrue();
          throw new UnknownTopicOrPartitionException("commands");
        };

    assertThat(given.log.hasSameTopics()).isFalse();
  }

  @Test
  void recordsOfAPartitionThatDoesNotRun_areDropped() {
    given.read(List.of(record(0)));
    given.start();
    given.partition.turn();

    assertThat(given.header().appliedOffset()).isEqualTo(-1);
  }

  /** They may have waited for hours; the estimate would be late by as much. */
  @Test
  void recordsOlderThanTheStart_doNotTellTheLogTimeOfNow() {
    given.reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    given.start();
    given.decide(record(0), record(1));
    assertThat(given.progress().nextDeadline()).isNotNull();
    assertThat(given.progress().logTime()).as("a tick will tell").isNull();

    given.decide(record(2));

    assertThat(given.progress().logTime()).isNotNull();
  }

  @Test
  void partitionThatRests_isReadAgainAfterwards() {
    given.start();
    given.log.rest(Duration.ofMinutes(5));
    given.steer();
    assertThat(given.consumer.paused()).containsExactly(COMMANDS);

    given.log.rest(Duration.ZERO);
    given.steer();
    assertThat(given.consumer.paused()).isEmpty();
  }

  /** Otherwise polls of this partition would take most of the time of the listener's others. */
  @Test
  void partitionWhosePollBroughtManyHeaders_isHeavyAndNoOther() {
    ConsumerRecord<byte[], byte[]> plain = record(0);
    ConsumerRecord<byte[], byte[]> heavy = record(0);
    for (long i = 0; i <= Polls.HEAVY_BYTES / Polls.HEADER_BYTES; i++) {
      heavy.headers().add("", null);
    }
    TopicPartition other = new TopicPartition("commands", 99);

    ReadRecords read =
        ReadRecords.of(
            new ConsumerRecords<>(
                Map.of(COMMANDS, List.of(heavy), other, List.of(plain)), Map.of()));
    assertThat(read.heavy()).containsExactly(COMMANDS);
    assertThat(read.in(other)).hasSize(1);
  }

  @Test
  void workerThatIsBusy_isNotReadForWithoutEnd() {
    given.start();
    for (long offset = 0; given.consumer.paused().isEmpty(); offset += 10) {
      given.read(LongStream.range(offset, offset + 10).mapToObj(each -> record(each)).toList());
      given.steer();
      assertThat(offset).as("records read and not taken").isLessThan(2 * BATCH_RECORDS);
    }
    given.partition.turn();
    given.steer();

    assertThat(given.header().appliedOffset()).as("a batch is").isEqualTo(BATCH_RECORDS - 1);
    assertThat(given.consumer.paused()).as("half is taken").isEmpty();
  }

  @Test
  void revokedPartition_hasNoStatusAndItsProducerClosed() {
    given.start();
    given.partition.close();

    assertThat(given.statuses.all()).isEmpty();
    assertThat(given.producers.get(0).closed()).isTrue();
  }

  /** A silent Kafka answers none. */
  @Test
  void answeredHeartbeatsAndFetches_areHeard() {
    given.poll();
    int before = given.answers;
    given.poll();
    assertThat(given.answers).isEqualTo(before);

    given.consumer.heartbeats++;
    given.poll();
    given.consumer.fetches++;
    given.poll();
    given.poll();

    assertThat(given.answers).isEqualTo(before + 2);
  }
}
