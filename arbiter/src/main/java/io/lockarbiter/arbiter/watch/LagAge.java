package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * An upper bound for the age of the oldest undecided record: it was appended after the last decided
 * record, and after the last moment without lag. Used by one thread.
 */
public final class LagAge {
  private final InstantSource clock;
  private final Map<Integer, Long> caughtUpAt = new HashMap<>();

  /** Ages by {@code clock}, which is compared with append times. */
  public LagAge(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The age now, ms; 0 if everything is decided, empty if the lag is unknown. Call it again and
   * again: its error is the time between two calls.
   *
   * @param heldBack offsets behind an open transaction, which the lag does not count
   */
  public OptionalLong ms(PartitionStatus status, long heldBack) {
    long now = clock.millis();
    if (status.lag() < 0) {
      return OptionalLong.empty();
    }
    if (status.lag() == 0 && heldBack == 0) {
      caughtUpAt.put(status.partition(), now);
      return OptionalLong.of(0);
    }
    PartitionProgress progress = status.progress();
    long decided = progress == null ? 0 : progress.header().appliedAppendedAt();
    long since = Math.max(decided, caughtUpAt.getOrDefault(status.partition(), 0L));
    return since == 0 ? OptionalLong.empty() : OptionalLong.of(Math.max(0, now - since));
  }
}
