package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The time by which a worker is behind with new events: at most as long ago was the oldest unread
 * one appended. Used by the thread that polls, except for {@link #last}.
 */
final class ReadLag {
  private static final Duration ASK_LIMIT = Duration.ofSeconds(1);
  private static final long ASK_NANOS = Duration.ofSeconds(2).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> begunAt = new HashMap<>();
  private final Map<TopicPartition, Long> caughtUpAt = new HashMap<>();
  private final Map<TopicPartition, Long> readMs = new HashMap<>();
  private Map<TopicPartition, Long> ends = Map.of();
  private long askedAt;
  private volatile Duration last = Duration.ZERO;

  ReadLag(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** Notes the last of some events that were read. */
  void read(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
    readMs.put(partition, record.timestamp());
  }

  /**
   * Looks at all partitions that are read.
   *
   * @param nanos the time of a clock that nobody sets
   * @param ms the time since the epoch
   */
  void look(Set<TopicPartition> partitions, long nanos, long ms) {
    begunAt.keySet().retainAll(partitions);
    caughtUpAt.keySet().retainAll(partitions);
    readMs.keySet().retainAll(partitions);
    askEnds(consumer.paused(), nanos);
    long longest = 0;
    for (TopicPartition partition : partitions) {
      begunAt.putIfAbsent(partition, nanos);
      if (isCaughtUp(partition)) {
        caughtUpAt.put(partition, nanos);
      } else {
        longest = Math.max(longest, lagNanos(partition, nanos, ms));
      }
    }
    last = Duration.ofNanos(longest);
  }

  /** A paused partition is not fetched, so the consumer does not know its end. */
  private void askEnds(Set<TopicPartition> paused, long nanos) {
    if (paused.isEmpty()) {
      ends = Map.of();
    } else if (ends.isEmpty() || nanos - askedAt >= ASK_NANOS) {
      askedAt = nanos;
      try {
        ends = consumer.endOffsets(paused, ASK_LIMIT);
      } catch (InterruptException e) {
        throw e;
      } catch (KafkaException e) {
        ends = Map.of(); // not caught up, as far as is known
      }
    }
  }

  private boolean isCaughtUp(TopicPartition partition) {
    if (consumer.paused().contains(partition)) {
      Long end = ends.get(partition);
      return end != null && consumer.position(partition) >= end;
    }
    OptionalLong behind = consumer.currentLag(partition);
    return behind.isPresent() && behind.getAsLong() == 0;
  }

  private long lagNanos(TopicPartition partition, long nanos, long ms) {
    Long caughtUp = caughtUpAt.get(partition);
    Long read = readMs.get(partition);
    if (read == null) {
      return nanos - (caughtUp == null ? begunAt.getOrDefault(partition, nanos) : caughtUp);
    }
    long sinceRead = Duration.ofMillis(Math.max(0, ms - read)).toNanos();
    return caughtUp == null ? sinceRead : Math.min(nanos - caughtUp, sinceRead);
  }

  /** The lag at the last look; for every thread. */
  Duration last() {
    return last;
  }
}
