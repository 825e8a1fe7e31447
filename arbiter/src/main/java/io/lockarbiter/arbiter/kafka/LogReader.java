package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.LogRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Looks into logs beside the group's members, and at the positions that the group has committed:
 * committed records only. Used by one thread at a time; connects at the first use.
 */
final class LogReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int STEP = 16;
  private static final long PAGE_BYTES = 4 << 20;

  private final Supplier<Consumer<byte[], byte[]>> source;
  private final Duration timeout;
  private @Nullable Consumer<byte[], byte[]> opened;

  /**
   * A reader.
   *
   * @param source makes a consumer of the group that will not join it, read committed, without
   *     automatic reset
   * @param timeout longest time for one question
   */
  LogReader(Supplier<Consumer<byte[], byte[]>> source, Duration timeout) {
    this.source = source;
    this.timeout = timeout;
  }

  /** The group's position; null if there is none. Waits for transactions that are being ended. */
  @Nullable OffsetAndMetadata committed(TopicPartition partition) {
    return consumer().committed(Set.of(partition), timeout).get(partition);
  }

  /** What a partition retains, up to the last stable offset. */
  LogRange range(TopicPartition partition) {
    Set<TopicPartition> one = Set.of(partition);
    long begin = consumer().beginningOffsets(one, timeout).getOrDefault(partition, 0L);
    return new LogRange(begin, end(partition, timeout));
  }

  /** The last stable offset of a partition. */
  long end(TopicPartition partition, Duration longest) {
    consumer().assign(Set.of(partition));
    return consumer().endOffsets(Set.of(partition), longest).getOrDefault(partition, 0L);
  }

  /** The last such record of a range; null if there is none, such as where all were aborted. */
  @Nullable ConsumerRecord<byte[], byte[]> last(
      TopicPartition partition, LogRange range, Predicate<ConsumerRecord<byte[], byte[]>> such) {
    long to = range.end();
    for (long step = STEP; to > range.begin(); step *= STEP) {
      long from = Math.max(range.begin(), range.end() - step);
      ConsumerRecord<byte[], byte[]> last = null;
      Reading reading = new Reading(partition, from, to);
      for (var records = reading.next(); records != null; records = reading.next()) {
        for (int place = records.size() - 1; place >= 0; place--) {
          if (such.test(records.get(place))) {
            last = records.get(place);
            break;
          }
        }
      }
      if (last != null) {
        return last;
      }
      to = from;
    }
    return null;
  }

  /** The first such record of a range at or after an offset; null if there is none. */
  @Nullable ConsumerRecord<byte[], byte[]> first(
      TopicPartition partition,
      long offset,
      LogRange range,
      Predicate<ConsumerRecord<byte[], byte[]>> such) {
    Reading reading = new Reading(partition, Math.max(offset, range.begin()), range.end());
    for (var records = reading.next(); records != null; records = reading.next()) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (such.test(record)) {
          return record;
        }
      }
    }
    return null;
  }

  /**
   * Offset from which on all records of a range that count are such, where all before them are not;
   * its end if none is. Looks at few of them.
   */
  long firstThat(
      TopicPartition partition,
      LogRange range,
      Predicate<ConsumerRecord<byte[], byte[]>> counts,
      Predicate<ConsumerRecord<byte[], byte[]>> such) {
    long from = range.begin();
    long to = range.end();
    while (from < to) {
      long middle = from + (to - from) / 2;
      ConsumerRecord<byte[], byte[]> record =
          first(partition, middle, new LogRange(from, to), counts);
      if (record == null || such.test(record)) {
        to = middle;
      } else {
        from = record.offset() + 1;
      }
    }
    return to;
  }

  /** The records of a range from its begin on, as many as make a page. */
  Page page(TopicPartition partition, LogRange range) {
    Reading reading = new Reading(partition, range.begin(), range.end());
    List<ConsumerRecord<byte[], byte[]>> page = new ArrayList<>();
    long bytes = 0;
    for (var records = reading.next(); records != null; records = reading.next()) {
      page.addAll(records);
      bytes += records.stream().mapToLong(record -> record.serializedValueSize()).sum();
      if (bytes >= PAGE_BYTES) {
        return new Page(page, Math.min(consumer().position(partition, timeout), range.end()));
      }
    }
    return new Page(page, range.end());
  }

  /**
   * Consecutive records.
   *
   * @param next offset from which on to read further
   */
  record Page(List<ConsumerRecord<byte[], byte[]>> records, long next) {}

  private Consumer<byte[], byte[]> consumer() {
    if (opened == null) {
      opened = source.get();
    }
    return opened;
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close(CloseOptions.timeout(Duration.ZERO));
      opened = null;
    }
  }

  /** A walk from one offset to before another. */
  private final class Reading {
    private final TopicPartition partition;
    private final long to;
    private long reached = -1;
    private long deadline;

    Reading(TopicPartition partition, long from, long to) {
      this.partition = partition;
      this.to = to;
      consumer().assign(List.of(partition));
      consumer().seek(partition, from);
    }

    /**
     * The next records, perhaps none; null at the end. What was aborted may be much and takes its
     * time: only a reading that stands still is given up.
     */
    @Nullable List<ConsumerRecord<byte[], byte[]>> next() {
      long position = consumer().position(partition, timeout);
      if (position >= to) {
        return null;
      }
      if (position > reached) {
        reached = position;
        deadline = System.nanoTime() + timeout.toNanos();
      } else if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException(
            "%s was not read on from offset=%d to %d within %d ms"
                .formatted(partition, position, to, timeout.toMillis()));
      }
      return consumer().poll(POLL).records(partition).stream()
          .filter(record -> record.offset() < to)
          .toList();
    }
  }
}
