package io.lockarbiter.client.work;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the position where a worker begins to read a partition, near its end, and the earlier
 * events that it has to read beside: those that the group has not read, and the grants of jobs that
 * are not done. A group without a commit has to read the events of the longest lease: an older
 * grant has ended, or was renewed and so has a holder already.
 */
final class StartPositions {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  /** The longest lease, and time for clocks that differ. */
  private static final Duration LONGEST_LEASE_AND_MORE = Duration.ofMinutes(15);

  /** Most events that are read in order, before new ones; they take a moment only. */
  static final long NEAR = 1_000;

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;

  StartPositions(Consumer<byte[], byte[]> consumer, Clock clock) {
    this.consumer = consumer;
    this.clock = clock;
  }

  /**
   * Moves to where new events are read from. Looks up the ends first, so that records appended
   * meanwhile are not missed.
   *
   * @param limit the longest wait for each of three answers
   * @throws KafkaException if the brokers do not tell the positions; then none is moved
   */
  Map<TopicPartition, JobOffsets> seek(Collection<TopicPartition> assigned, Duration limit) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(assigned, limit);
    Map<TopicPartition, OffsetAndMetadata> commits =
        consumer.committed(Set.copyOf(assigned), limit);
    Map<TopicPartition, OffsetAndTimestamp> young = young(assigned, commits, limit);
    Map<TopicPartition, JobOffsets> begun = new HashMap<>();
    for (TopicPartition partition : assigned) {
      long end = ends.getOrDefault(partition, 0L);
      OffsetAndMetadata commit = commits.get(partition);
      OffsetAndTimestamp first = young.get(partition);
      JobOffsets jobs =
          commit == null
              ? fresh(first == null ? end : first.offset(), end)
              : continued(partition, commit, end);
      begun.put(partition, jobs);
    }
    begun.forEach((partition, jobs) -> consumer.seek(partition, jobs.next()));
    return begun;
  }

  private Map<TopicPartition, OffsetAndTimestamp> young(
      Collection<TopicPartition> assigned,
      Map<TopicPartition, OffsetAndMetadata> commits,
      Duration limit) {
    long since = clock.millis() - LONGEST_LEASE_AND_MORE.toMillis();
    Map<TopicPartition, Long> fresh =
        assigned.stream()
            .filter(partition -> commits.get(partition) == null)
            .collect(Collectors.toMap(Function.identity(), partition -> since));
    return fresh.isEmpty() ? Map.of() : consumer.offsetsForTimes(fresh, limit);
  }

  private static JobOffsets fresh(long first, long end) {
    OffsetRanges unread = new OffsetRanges();
    long next = near(first, end, unread);
    return new JobOffsets(
        next, unread, unread.isEmpty() ? new OffsetAndMetadata(next) : /* committed= */ null);
  }

  private static JobOffsets continued(
      TopicPartition partition, OffsetAndMetadata commit, long end) {
    OffsetRanges unread = open(partition, commit);
    OffsetAndMetadata ours = new OffsetAndMetadata(commit.offset(), commit.metadata());
    return new JobOffsets(near(commit.offset(), end, unread), unread, ours);
  }

  /** The position near the end; what lies between is added to the unread. */
  private static long near(long first, long end, OffsetRanges unread) {
    long next = Math.max(first, end - NEAR);
    unread.add(first, next);
    return next;
  }

  private static OffsetRanges open(TopicPartition partition, OffsetAndMetadata commit) {
    try {
      return OpenOffsets.open(commit);
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "the commit of {} names jobs that are not done, and cannot be read: metadata={}; those jobs are not taken over, their leases run out. Update this client if other workers of the group are newer",
          partition,
          commit.metadata());
      return new OffsetRanges();
    }
  }
}
