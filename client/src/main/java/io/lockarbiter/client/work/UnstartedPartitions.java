package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions that were assigned and whose start is not found yet, because a broker does not tell
 * it. They are asked about together first, and then alone, so that one without a leader keeps back
 * no other. Used by the thread that polls, except where a method says otherwise.
 */
final class UnstartedPartitions {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** The longest question about a partition that has failed before; polls wait meanwhile. */
  private static final Duration ALONE_LIMIT = Duration.ofMillis(500);

  private static final long AGAIN_NANOS = Duration.ofSeconds(5).toNanos();

  /** Times of a clock that nobody sets, in ns. */
  private record Wait(long since, long dueAt, boolean alone) {}

  private final Consumer<byte[], byte[]> consumer;
  private final StartPositions starts;
  private final Map<TopicPartition, Wait> waits = new ConcurrentHashMap<>();

  UnstartedPartitions(Consumer<byte[], byte[]> consumer, StartPositions starts) {
    this.consumer = consumer;
    this.starts = starts;
  }

  void add(Collection<TopicPartition> assigned, long now) {
    assigned.forEach(partition -> waits.put(partition, new Wait(now, now, false)));
  }

  void remove(Collection<TopicPartition> gone) {
    waits.keySet().removeAll(gone);
  }

  /** Whether this partition has no start; for every thread. */
  boolean contains(TopicPartition partition) {
    return waits.containsKey(partition);
  }

  /** Those without a start; for every thread. */
  Set<TopicPartition> all() {
    return Set.copyOf(waits.keySet());
  }

  /** The longest time for which one waits for its start; for every thread. */
  Duration longest(long now) {
    return Duration.ofNanos(
        waits.values().stream().mapToLong(w -> now - w.since()).max().orElse(0));
  }

  /** Finds the starts of those that are due, and does not read the others. */
  void begin(Map<TopicPartition, JobOffsets> begun, long now) {
    Set<TopicPartition> together = due(now, false);
    if (!together.isEmpty() && !hasBegun(begun, together, LIMIT)) {
      together.forEach(each -> again(each, together.size() == 1 ? now + AGAIN_NANOS : now));
    }
    Set<TopicPartition> alone = due(now, true);
    if (!alone.isEmpty()) {
      TopicPartition next = alone.iterator().next();
      if (!hasBegun(begun, Set.of(next), ALONE_LIMIT)) {
        again(next, now + AGAIN_NANOS);
      }
    }
  }

  private Set<TopicPartition> due(long now, boolean alone) {
    return waits.entrySet().stream()
        .filter(each -> each.getValue().alone() == alone && now - each.getValue().dueAt() >= 0)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void again(TopicPartition partition, long dueAt) {
    waits.computeIfPresent(partition, (same, wait) -> new Wait(wait.since(), dueAt, true));
  }

  private boolean hasBegun(
      Map<TopicPartition, JobOffsets> begun, Set<TopicPartition> asked, Duration limit) {
    try {
      begun.putAll(starts.seek(asked, limit));
      waits.keySet().removeAll(asked);
      return true;
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      consumer.pause(asked);
      LOG.info(
          "the position of {} could not be found: {}. The worker tries again, and takes no job of them before",
          asked,
          e.toString());
      return false;
    }
  }
}
