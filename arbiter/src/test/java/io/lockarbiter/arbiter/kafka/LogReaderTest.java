package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.LogRange;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class LogReaderTest {
  private static final TopicPartition EVENTS = new TopicPartition("events", 0);
  private static final LogRange RANGE = new LogRange(0, 100_000);

  /** A time-out shorter than any poll. */
  private static final Duration TIMEOUT = Duration.ofNanos(1);

  /** Large publications were aborted, one after another. */
  @Test
  void recordsThatWereAborted_arePassedHoweverLongItTakes() {
    assertThat(reader(7).last(EVENTS, RANGE, record -> true)).isNull();
  }

  @Test
  void logThatDoesNotAnswer_isGivenUp() {
    assertThatThrownBy(() -> reader(0).last(EVENTS, RANGE, record -> true))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("events-0");
  }

  /** A reader of a log with aborted records only, which move the position and are not returned. */
  private static LogReader reader(long perPoll) {
    return new LogReader(
        () ->
            new MockConsumer<>("none") {
              @Override
              public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                seek(EVENTS, position(EVENTS) + perPoll);
                return ConsumerRecords.empty();
              }
            },
        TIMEOUT);
  }
}
