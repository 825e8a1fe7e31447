package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.LogRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class LogReaderTest {
  private static final TopicPartition EVENTS = new TopicPartition("events", 0);
  private static final LogRange RANGE = new LogRange(0, 100_000);

  private static final LogReader.Windows EVERYTHING =
      new LogReader.Windows() {
        @Override
        public void add(List<ConsumerRecord<byte[], byte[]>> records) {
          assertThat(records).isEmpty();
        }

        @Override
        public boolean isEnough() {
          return false;
        }
      };

  /** A time-out shorter than any poll. */
  private static final Duration TIMEOUT = Duration.ofNanos(1);

  /** Large publications were aborted, one after another. */
  @Test
  void recordsThatWereAborted_arePassedHoweverLongItTakes() {
    assertThat(reader(7).backwards(EVENTS, RANGE, EVERYTHING)).isTrue();
  }

  @Test
  void logThatDoesNotAnswer_isGivenUp() {
    assertThatThrownBy(() -> reader(0).backwards(EVENTS, RANGE, EVERYTHING))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("events-0");
  }

  @Test
  void page_endsWhenItsRecordsTakeEnoughOfTheHeap() {
    LogReader.Page page = page(10, new RecordHeaders());

    assertThat(page.records()).as("of 5 MB each, as text of two bytes a character").hasSize(4);
    assertThat(page.next()).isEqualTo(4);
  }

  @Test
  void recordOfAStranger_isKeptWithoutItsHeaders() {
    RecordHeaders headers = new RecordHeaders();
    for (int i = 0; i < 100; i++) {
      headers.add("", null);
    }

    assertThat(page(1, headers).records())
        .singleElement()
        .satisfies(record -> assertThat(record.headers()).isEmpty());
  }

  /**
   * The decision record: "After a crash a start reads at most a second or 4 MiB of events more".
   */
  @Test
  void eventsBehindThePosition_areReadWithFewOthers() {
    long events = 4_200;
    long begin = RANGE.end() - events;
    long[] read = {0, RANGE.end()};
    MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("none") {
          @Override
          public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            long offset = position(EVENTS);
            seek(EVENTS, offset + 1);
            return new ConsumerRecords<>(
                Map.of(EVENTS, List.of(record(offset, new byte[1], new RecordHeaders()))),
                Map.of());
          }
        };
    new LogReader(() -> consumer, Duration.ofMinutes(1), new Polls(false))
        .backwards(
            EVENTS,
            RANGE,
            new LogReader.Windows() {
              @Override
              public void add(List<ConsumerRecord<byte[], byte[]>> records) {
                for (ConsumerRecord<byte[], byte[]> record : records) {
                  read[0]++;
                  read[1] = Math.min(read[1], record.offset());
                }
              }

              @Override
              public boolean isEnough() {
                return read[1] < begin;
              }
            });

    assertThat(read[0])
        .as("records read for %d behind the position", events)
        .isLessThan(3 * events);
  }

  /** A page of a log whose records come one at a poll. */
  private static LogReader.Page page(int records, RecordHeaders headers) {
    byte[] value = new byte[5 * 1024 * 1024 / 3];
    MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("none") {
          @Override
          public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            long offset = position(EVENTS);
            seek(EVENTS, offset + 1);
            return new ConsumerRecords<>(
                Map.of(EVENTS, List.of(record(offset, value, headers))), Map.of());
          }
        };
    return new LogReader(() -> consumer, Duration.ofMinutes(1), new Polls(false))
        .page(EVENTS, new LogRange(0, records));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, byte[] value, RecordHeaders headers) {
    return new ConsumerRecord<>(
        "events",
        0,
        offset,
        1_000,
        TimestampType.LOG_APPEND_TIME,
        -1,
        value.length,
        null,
        value,
        headers,
        Optional.empty());
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
        TIMEOUT,
        new Polls(false));
  }
}
