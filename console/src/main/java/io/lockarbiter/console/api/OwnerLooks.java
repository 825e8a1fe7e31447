package io.lockarbiter.console.api;

import io.lockarbiter.console.kafka.LogPositions.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds back that no arbiter has a partition until this has lasted for some seconds, because it is
 * so for a moment whenever partitions are handed out anew. Used by one thread at a time.
 */
final class OwnerLooks {
  private static final long GRACE_NANOS = Duration.ofSeconds(5).toNanos();

  /** After a longer time without a look, a partition may have had an owner meanwhile. */
  private static final long UNSEEN_NANOS = Duration.ofSeconds(30).toNanos();

  private final Map<Integer, Unowned> seen = new HashMap<>();

  private record Unowned(long fromNanos, long lookedNanos) {}

  /** Returns the position; its owner is unknown in the first seconds without one. */
  @Nullable Position look(int partition, @Nullable Position position, long nowNanos) {
    if (position == null || !Boolean.FALSE.equals(position.owned())) {
      // An unknown owner interrupts nothing: Kafka does not tell it while partitions move.
      if (position != null && position.owned() != null) {
        seen.remove(partition);
      }
      return position;
    }
    Unowned before = seen.get(partition);
    boolean isNew = before == null || nowNanos - before.lookedNanos > UNSEEN_NANOS;
    long from = isNew || before == null ? nowNanos : before.fromNanos;
    seen.put(partition, new Unowned(from, nowNanos));
    return nowNanos - from < GRACE_NANOS ? position.withUnknownOwner() : position;
  }
}
