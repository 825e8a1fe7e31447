package io.lockarbiter.client.work;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the position where a group without commits begins: a grant older than the longest lease has
 * ended, or was renewed and so has a holder already.
 */
final class StartPositions {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  /** The longest lease, and time for clocks that differ. */
  private static final Duration LONGEST_LEASE_AND_MORE = Duration.ofMinutes(15);

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;

  StartPositions(Consumer<byte[], byte[]> consumer, Clock clock) {
    this.consumer = consumer;
    this.clock = clock;
  }

  /** Moves those partitions that have no committed position. */
  void seek(Collection<TopicPartition> assigned) {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(Set.copyOf(assigned));
      Set<TopicPartition> fresh =
          assigned.stream()
              .filter(partition -> committed.get(partition) == null)
              .collect(Collectors.toSet());
      if (!fresh.isEmpty()) {
        seekToYoungGrants(fresh);
      }
    } catch (TimeoutException e) {
      LOG.info(
          "the position of {} could not be found: {}. The worker reads from the beginning; ended locks are skipped",
          assigned,
          e.getMessage());
    }
  }

  /**
   * Moves to grants that may still need a worker. Looks up the ends first, so that records appended
   * meanwhile are not missed.
   */
  private void seekToYoungGrants(Set<TopicPartition> fresh) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(fresh);
    long since = clock.millis() - LONGEST_LEASE_AND_MORE.toMillis();
    Map<TopicPartition, OffsetAndTimestamp> young =
        consumer.offsetsForTimes(
            fresh.stream().collect(Collectors.toMap(Function.identity(), partition -> since)));
    for (TopicPartition partition : fresh) {
      OffsetAndTimestamp first = young.get(partition);
      consumer.seek(partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset());
    }
  }
}
