package io.lockarbiter.client.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the position where reading begins: first a guess by this host's clock, then further back.
 * The events themselves show whether it was far enough. Used by one thread.
 */
final class TokenPositions {
  /** The longest lease, and time for clocks that differ. */
  private static final Duration FIRST_DISTANCE = Duration.ofMinutes(15);

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;
  private final Map<TopicPartition, Start> starts = new HashMap<>();

  /**
   * One attempt.
   *
   * @param end the end of the partition at that time
   * @param isLast whether there is nothing further back, or nothing useful
   */
  private record Start(long distanceMs, long end, boolean isLast) {}

  TokenPositions(Consumer<byte[], byte[]> consumer, Clock clock) {
    this.consumer = consumer;
    this.clock = clock;
  }

  void begin(TopicPartition partition) {
    seek(partition, FIRST_DISTANCE.toMillis());
  }

  /** Reads on from the present position, whatever came before it. */
  void stay(TopicPartition partition) {
    starts.put(partition, new Start(0, 0, /* isLast= */ true));
  }

  /** Continues from the first remaining event; deleted events are gone. */
  void beginAtTheFirst(TopicPartition partition) {
    consumer.seek(partition, beginning(partition));
    stay(partition);
  }

  /** Begins further back if the end was reached; false if it was not, or if that would not help. */
  boolean goBack(TopicPartition partition) {
    Start start = starts.get(partition);
    if (start == null || start.isLast() || consumer.position(partition) < start.end()) {
      return false;
    }
    seek(partition, 2 * start.distanceMs());
    return true;
  }

  private void seek(TopicPartition partition, long distanceMs) {
    long beginning = beginning(partition);
    long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
    long distance = distanceMs;
    long offset = offset(partition, distance, beginning, end);
    while (offset >= end && offset > beginning) {
      distance *= 2;
      offset = offset(partition, distance, beginning, end);
    }
    consumer.seek(partition, offset);
    starts.put(partition, new Start(distance, end, offset <= beginning));
  }

  private long beginning(TopicPartition partition) {
    return consumer.beginningOffsets(Set.of(partition)).getOrDefault(partition, 0L);
  }

  private long offset(TopicPartition partition, long distanceMs, long beginning, long end) {
    long since = clock.millis() - distanceMs;
    if (since < 0) {
      return beginning;
    }
    OffsetAndTimestamp first = consumer.offsetsForTimes(Map.of(partition, since)).get(partition);
    return first == null ? end : first.offset();
  }
}
