package io.lockarbiter.console.api;

import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells partitions whose log time stands: a lease or wait has not ended some seconds after its end,
 * by this process' clock, counted from the first look at it. Used by one thread at a time.
 */
final class DueLooks {
  private static final long GRACE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long NANOS_PER_MS = 1_000_000;

  private final Map<Integer, Due> seen = new HashMap<>();

  private record Due(long deadline, long atNanos) {}

  /**
   * Looks at a partition.
   *
   * @param header null if there is no state
   * @param deadline the next one, log time; null if there is none
   * @return whether it is overdue
   */
  boolean isOverdue(
      int partition, @Nullable PartitionHeader header, @Nullable Long deadline, long nowNanos) {
    if (header == null || deadline == null) {
      seen.remove(partition);
      return false;
    }
    Due due = seen.get(partition);
    if (due == null || due.deadline != deadline) {
      long stands = LogClock.standsFor(header.at(), header.appliedAppendedAt());
      long remainingMs = Math.max(0, deadline - header.at()) + stands;
      due = new Due(deadline, nowNanos + remainingMs * NANOS_PER_MS);
      seen.put(partition, due);
    }
    return nowNanos - due.atNanos > GRACE_NANOS;
  }
}
