package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.contracts.codec.DecodedSize;
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
 * Reads committed records of logs outside of the group, and the positions that the group has
 * committed. Used by one thread at a time; connects at the first use.
 */
final class LogReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int STEP = 16;

  /** From so many offsets on a window only doubles, so that little is read in vain. */
  private static final int LARGE = 4_096;

  /** Bytes of heap at which a page ends, with its decoded events. */
  static final long PAGE_BYTES = 16 << 20;

  private final Supplier<Consumer<byte[], byte[]>> source;
  private final Duration timeout;
  private final Polls polls;
  private @Nullable Consumer<byte[], byte[]> opened;

  /**
   * A reader.
   *
   * @param source makes a consumer with the group's id that will not join it, reads committed
   *     records and has no automatic reset
   * @param timeout longest time for one question
   */
  LogReader(Supplier<Consumer<byte[], byte[]>> source, Duration timeout, Polls polls) {
    this.source = source;
    this.timeout = timeout;
    this.polls = polls;
  }

  /** The group's position; null if there is none. Waits for transactions that are being ended. */
  @Nullable OffsetAndMetadata committed(TopicPartition partition) {
    return consumer().committed(Set.of(partition), timeout).get(partition);
  }

  /** The range that a partition retains, up to the last stable offset. */
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

  /** Takes up the records of a range backwards, window by window. */
  interface Windows {
    /** Takes up the next records of a window, in the order of the log. */
    void add(List<ConsumerRecord<byte[], byte[]>> records);

    /** Ends a window, and says whether it was the last one needed. */
    boolean isEnough();
  }

  /**
   * Reads a range from its end backwards, in windows that grow.
   *
   * @return whether nothing of the range is left unread
   */
  boolean backwards(TopicPartition partition, LogRange range, Windows windows) {
    long to = range.end();
    for (long step = STEP; to > range.begin(); step *= step < LARGE ? STEP : 2) {
      long from = Math.max(range.begin(), range.end() - step);
      Reading reading = new Reading(partition, from, to);
      for (var records = reading.next(); records != null; records = reading.next()) {
        windows.add(records);
      }
      to = from;
      if (windows.isEnough()) {
        break;
      }
    }
    return to <= range.begin();
  }

  /** The first matching record of a range at or after an offset; null if there is none. */
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
   * The first offset of a range from which on every counted record matches, given that none before
   * it does; the end of the range if none matches. Reads only a few records.
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

  /** A page of the records of a range, from its begin on. */
  Page page(TopicPartition partition, LogRange range) {
    Reading reading = new Reading(partition, range.begin(), range.end());
    List<ConsumerRecord<byte[], byte[]>> page = new ArrayList<>();
    long bytes = 0;
    for (var records = reading.next(); records != null; records = reading.next()) {
      page.addAll(records);
      bytes += records.stream().mapToLong(LogReader::heapBytes).sum();
      if (bytes >= PAGE_BYTES) {
        return new Page(page, Math.min(consumer().position(partition, timeout), range.end()));
      }
    }
    return new Page(page, range.end());
  }

  private static long heapBytes(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    return value == null ? 0 : value.length + DecodedSize.of(value);
  }

  /**
   * A page of consecutive records.
   *
   * @param next the offset at which the next page begins
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

  /** A walk over the records between two offsets. */
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
     * The next records, perhaps none; null at the end. Aborted records may be many and take time,
     * so only a reading that makes no progress is given up.
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
      return polls.poll(
          consumer(),
          POLL,
          read ->
              read.records(partition).stream()
                  .filter(record -> record.offset() < to)
                  .map(Polls::light)
                  .toList());
    }
  }
}
