package io.lockarbiter.client.work;

import io.lockarbiter.client.kafka.IdleFetch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of before the start, a few at a time, so that new ones need not wait for them.
 * It has a consumer of its own, of no group, and only while there is something to read. Used by one
 * thread, except for {@link #left}.
 */
final class EarlierEvents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  /** Events that are rather read than jumped over: a jump costs a question to the broker. */
  private static final long SMALL_GAP = 2_000;

  /** Takes the jobs among the events. */
  interface Jobs {
    /** Says whether there is room for another job. */
    boolean hasRoom();

    /** Takes an event of this partition. */
    void read(JobOffsets partition, ConsumerRecord<byte[], byte[]> record);
  }

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Jobs jobs;
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private Map<TopicPartition, JobOffsets> reading = Map.of();
  private @Nullable Consumer<byte[], byte[]> consumer;
  private long againAt = System.nanoTime();
  private volatile long left;

  /**
   * A reader that has nothing to read yet.
   *
   * @param consumers makes the consumer
   */
  EarlierEvents(Supplier<Consumer<byte[], byte[]>> consumers, Jobs jobs) {
    this.consumers = consumers;
    this.jobs = jobs;
  }

  /** The number of events that were still to be read at the last look; for every thread. */
  long left() {
    return left;
  }

  /**
   * Says whether there are events to be read now.
   *
   * @param partitions all partitions that the worker reads
   */
  boolean isDue(Map<TopicPartition, JobOffsets> partitions) {
    left = partitions.values().stream().mapToLong(JobOffsets::unread).sum();
    if (left == 0) {
      close();
    }
    return left > 0 && System.nanoTime() - againAt >= 0;
  }

  /** Reads the next events of each partition. */
  void read(Map<TopicPartition, JobOffsets> partitions) {
    try {
      assign(partitions);
      reading.forEach(this::seek);
      Consumer<byte[], byte[]> from = consumer();
      ConsumerRecords<byte[], byte[]> records = from.poll(POLL);
      for (TopicPartition partition : reading.keySet()) {
        take(from, partition, records.records(partition));
      }
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn(
          "earlier events could not be read, jobs among them wait; new ones go on. Trying again in 1 s. Look at the brokers and at this client's rights: {}",
          e.toString());
      againAt = System.nanoTime() + AGAIN_NANOS;
      close();
    }
  }

  private void assign(Map<TopicPartition, JobOffsets> partitions) {
    Map<TopicPartition, JobOffsets> unread = new HashMap<>(partitions);
    unread.values().removeIf(each -> each.unread() == 0);
    if (!unread.equals(reading)) {
      consumer().assign(unread.keySet());
      positions.clear();
      reading = unread;
    }
  }

  private void seek(TopicPartition partition, JobOffsets offsets) {
    long from = offsets.nextUnread();
    Long position = positions.get(partition);
    if (position == null || position > from || from - position > SMALL_GAP) {
      consumer().seek(partition, from);
      positions.put(partition, from);
    }
  }

  private void take(
      Consumer<byte[], byte[]> from,
      TopicPartition partition,
      List<ConsumerRecord<byte[], byte[]>> records) {
    JobOffsets offsets = reading.get(partition);
    Long before = positions.get(partition);
    if (offsets == null || before == null) {
      return;
    }
    long after = before;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (!jobs.hasRoom()) {
        from.seek(partition, record.offset());
        break;
      }
      after = record.offset() + 1;
      if (offsets.isUnread(record.offset())) {
        jobs.read(offsets, record);
      }
    }
    offsets.readEarlier(before, after);
    after = from.position(partition); // beyond ends of transactions, which are no records
    offsets.readEarlier(before, after);
    positions.put(partition, after);
  }

  private Consumer<byte[], byte[]> consumer() {
    if (consumer == null) {
      consumer = consumers.get();
    }
    return consumer;
  }

  /** Ends its consumer; another read makes a new one. */
  @Override
  public void close() {
    positions.clear();
    reading = Map.of();
    Consumer<byte[], byte[]> before = consumer;
    consumer = null;
    if (before != null) {
      IdleFetch.close(before);
    }
  }
}
