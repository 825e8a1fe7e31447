package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadLagTest {
  private static final TopicPartition PARTITION = new TopicPartition("lock.events", 3);
  private static final TopicPartition OTHER = new TopicPartition("lock.events", 4);
  private static final long MS = 1_000_000;

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final ReadLag lag = new ReadLag(consumer);

  @BeforeEach
  void assign() {
    consumer.assign(List.of(PARTITION, OTHER));
    positions(5, 5);
    ends(5, 5);
  }

  private void positions(long one, long other) {
    consumer.seek(PARTITION, one);
    consumer.seek(OTHER, other);
  }

  private void ends(long one, long other) {
    consumer.updateEndOffsets(Map.of(PARTITION, one, OTHER, other));
  }

  private Duration after(long ms) {
    lag.look(Set.of(PARTITION, OTHER), ms * MS, ms);
    return lag.last();
  }

  private void readAnEventOf(long ms) {
    lag.read(
        PARTITION,
        new ConsumerRecord<>(
            PARTITION.topic(),
            PARTITION.partition(),
            0,
            ms,
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            new byte[0],
            new byte[0],
            new RecordHeaders(),
            Optional.empty()));
  }

  @Test
  void whoHasReadAll_isNotBehind_howeverLongAgoTheLastEventCame() {
    readAnEventOf(1_000);
    assertThat(after(900_000)).isZero();
  }

  @Test
  void unreadEvents_cameAfterTheLookThatSawTheEnd() {
    assertThat(after(10_000)).isZero();
    ends(8, 5);
    assertThat(after(13_000)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whoReadsOldEvents_isAsFarBehindAsTheLastOneIsOld() {
    positions(0, 5);
    readAnEventOf(40_000);
    assertThat(after(100_000)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void whoHasReadNothingYet_isBehindSinceItBegan() {
    positions(0, 5);
    assertThat(after(20_000)).isZero();
    assertThat(after(27_000)).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void theWorstPartitionCounts_andOneThatLeftDoesNot() {
    positions(0, 0);
    readAnEventOf(40_000);
    assertThat(after(100_000)).isEqualTo(Duration.ofSeconds(60));

    lag.look(Set.of(OTHER), 102_000 * MS, 102_000);
    assertThat(lag.last()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void pausedPartition_isBehindOnlyIfItsEndHasMovedOn() {
    consumer.pause(List.of(PARTITION));
    assertThat(after(10_000)).isZero();

    ends(6, 5);
    assertThat(after(11_000)).as("the end is asked for each 2 s").isZero();
    assertThat(after(12_000)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void pausedPartitionWhoseEndIsNotTold_isNotTakenForRead() {
    consumer.pause(List.of(PARTITION));
    consumer.setOffsetsException(new TimeoutException("no answer"));
    assertThat(after(10_000)).isZero();

    consumer.setOffsetsException(new TimeoutException("no answer"));
    assertThat(after(14_000)).isEqualTo(Duration.ofSeconds(4));
  }
}
