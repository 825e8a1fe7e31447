package io.lockarbiter.client.hold;

import io.lockarbiter.client.ask.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Wakes leases in batches, so that renewals that are due at nearly the same time share a request. A
 * lease stands in it once, and once more if its end moved earlier. Used in the loop's turns only.
 */
final class RenewalSchedule {
  /** The step of the schedule: renewals due within one are woken at its end. */
  private static final long STEP_NANOS = Duration.ofMillis(50).toNanos();

  private final EventLoop loop;
  private final Map<Long, List<HeldLease>> batches = new HashMap<>();

  RenewalSchedule(EventLoop loop) {
    this.loop = loop;
  }

  /** Wakes a lease at this time or up to 50 ms later. */
  void add(HeldLease lease, long nanos) {
    long step = Math.floorDiv(nanos + STEP_NANOS - 1, STEP_NANOS);
    batches
        .computeIfAbsent(
            step,
            due -> {
              loop.executeAt(due * STEP_NANOS, () -> wake(due));
              return new ArrayList<>();
            })
        .add(lease);
  }

  private void wake(long step) {
    List<HeldLease> due = batches.remove(step);
    if (due != null) {
      due.forEach(lease -> loop.execute(lease::wake)); // one that fails harms no other
    }
  }
}
