package io.lockarbiter.console.kafka;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.event.EventType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Searches {@code lock.events} backwards for the events of one lock, within bounds. Of tellings in
 * a row only the last is found: a lock that is kept for a week has 2,000.
 */
public final class LifeReader {
  private static final int AT_A_TIME = 2;
  private static final int MOST_RECORDS = 1_000_000;
  private static final int MOST_EVENTS = 1_000;
  private static final int MOST_BYTES = 2 << 20;
  private static final long MOST_NANOS = 10_000_000_000L;
  private static final Duration POLL = Duration.ofMillis(200);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final ConsoleTopics topics;
  private final InstantSource clock;
  private final Semaphore free = new Semaphore(AT_A_TIME);

  /** Creates a reader; every search has a consumer of its own. */
  public LifeReader(
      Supplier<Consumer<byte[], byte[]>> consumers, ConsoleTopics topics, InstantSource clock) {
    this.consumers = consumers;
    this.topics = topics;
    this.clock = clock;
  }

  /**
   * The result of a search.
   *
   * @param events about the lock, in order; the first {@link #MOST_EVENTS} of them, and {@link
   *     #MOST_BYTES}
   * @param from first offset that was searched
   * @param to offset at which the search ended
   * @param records number of records read
   * @param whole whether everything from there to the end was searched
   */
  public record Found(
      List<StreamedEvent> events, long from, long to, long records, boolean whole) {}

  /** Searches; null if as many searches are running as are allowed. */
  public @Nullable Found find(String account, String lockId, Duration lookBack) {
    if (!free.tryAcquire()) {
      return null;
    }
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      TopicPartition partition =
          new TopicPartition(topics.events(), AccountHash.partition(account, topics.partitions()));
      return find(consumer, partition, account, lockId, clock.millis() - lookBack.toMillis());
    } finally {
      free.release();
    }
  }

  private static Found find(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      String account,
      String lockId,
      long since) {
    Set<TopicPartition> one = Set.of(partition);
    consumer.assign(one);
    long end = consumer.endOffsets(one).getOrDefault(partition, 0L);
    OffsetAndTimestamp first = consumer.offsetsForTimes(Map.of(partition, since)).get(partition);
    long from = first == null ? end : first.offset();
    consumer.seek(partition, from);
    List<StreamedEvent> events = new ArrayList<>();
    long records = 0;
    int bytes = 0;
    long deadline = System.nanoTime() + MOST_NANOS;
    while (consumer.position(partition) < end) {
      if (records >= MOST_RECORDS || System.nanoTime() > deadline) {
        return new Found(events, from, consumer.position(partition), records, false);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        StreamedEvent event = eventOf(record, account, lockId);
        if (event != null) {
          if (isTold(event) && !events.isEmpty() && isTold(events.get(events.size() - 1))) {
            bytes -= events.remove(events.size() - 1).json().length;
          }
          if (events.size() == MOST_EVENTS || bytes >= MOST_BYTES) {
            return new Found(events, from, record.offset(), records, false);
          }
          events.add(event);
          bytes += event.json().length;
        }
        records++;
      }
    }
    return new Found(events, from, end, records, true);
  }

  private static boolean isTold(StreamedEvent event) {
    return event.type().equals(EventType.TOLD.text());
  }

  private static @Nullable StreamedEvent eventOf(
      ConsumerRecord<byte[], byte[]> record, String account, String lockId) {
    if (!lockId.equals(RecordReader.lockId(record))) {
      return null;
    }
    StreamedEvent event = RecordReader.read(record);
    return event != null && event.account().equals(account) ? event : null;
  }
}
