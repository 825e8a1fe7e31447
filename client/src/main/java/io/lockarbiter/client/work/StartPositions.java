package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a pool begins that has committed nothing yet: at the first event under whose lock somebody
 * may still wait for a worker. The consumer's own {@code by_duration} finds no position in a
 * partition without such events, and looks again only when a request would have timed out.
 */
final class StartPositions {
  /** The longest lease, and some for clocks that differ: no grant from before is still held. */
  private static final Duration LONGEST_LEASE_AND_MORE = Duration.ofMinutes(15);

  private StartPositions() {}

  /** Seeks where nothing is committed. */
  static void seek(
      Consumer<byte[], byte[]> consumer, Collection<TopicPartition> assigned, long nowMs) {
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(assigned));
    Set<TopicPartition> fresh = new HashSet<>(assigned);
    fresh.removeIf(partition -> committed.get(partition) != null);
    if (fresh.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(fresh); // before the search: no gap
    Map<TopicPartition, Long> times = new HashMap<>();
    fresh.forEach(partition -> times.put(partition, nowMs - LONGEST_LEASE_AND_MORE.toMillis()));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times);
    for (TopicPartition partition : fresh) {
      OffsetAndTimestamp first = found.get(partition);
      consumer.seek(partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset());
    }
  }
}
