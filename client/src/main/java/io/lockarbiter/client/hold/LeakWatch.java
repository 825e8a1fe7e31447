package io.lockarbiter.client.hold;

import io.lockarbiter.client.ask.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Warns of leases that are held for very long, with the place where they were asked for: somebody
 * may have forgotten to close them, and they are renewed as long as the process lives. Warns once
 * per lease. Used in the loop's turns only, but for {@link #here}.
 */
final class LeakWatch {
  private final EventLoop loop;
  private final long limitNanos;
  private final BiConsumer<String, Throwable> warning;

  /** The watched leases; all have the same limit, so the first is due first. */
  private final Map<HeldLease, Watched> watched = new LinkedHashMap<>();

  private boolean isAsleep = true;

  private record Watched(HeldLease lease, long dueAt, Throwable asked) {}

  /**
   * Watches nothing yet.
   *
   * @param limit the time after which it warns of a lease; 0 = never
   * @param warning receives the warning with the place
   */
  LeakWatch(EventLoop loop, Duration limit, BiConsumer<String, Throwable> warning) {
    this.loop = loop;
    this.limitNanos = limit.toNanos();
    this.warning = warning;
  }

  /** The place where a lease is asked for; null if nothing is watched. */
  @Nullable Throwable here() {
    return limitNanos == 0 ? null : new Throwable("The lease was asked for here");
  }

  void opened(HeldLease lease, @Nullable Throwable asked) {
    if (asked != null) {
      watched.putIfAbsent(lease, new Watched(lease, loop.nanoTime() + limitNanos, asked));
      if (isAsleep) {
        wakeFor(watched.values().iterator().next());
      }
    }
  }

  void closed(HeldLease lease) {
    watched.remove(lease);
  }

  private void wakeFor(Watched next) {
    isAsleep = false;
    loop.executeAt(next.dueAt(), this::look);
  }

  private void look() {
    isAsleep = true;
    List<Watched> due = new ArrayList<>();
    Iterator<Watched> oldest = watched.values().iterator();
    while (oldest.hasNext()) {
      Watched each = oldest.next();
      if (each.dueAt() - loop.nanoTime() > 0) {
        wakeFor(each);
        break;
      }
      due.add(each);
      oldest.remove();
    }
    // The warnings come last, as a logger may throw.
    due.stream()
        .filter(each -> each.lease().isHeld())
        .forEach(each -> warn(each.lease(), each.asked()));
  }

  private void warn(HeldLease lease, Throwable asked) {
    warning.accept(
        "The lock with lockId=%s of account=%s was granted %d s ago and its lease is not closed; it is renewed as long as this process lives, and others wait. Fix: close the lease (try-with-resources) if it was forgotten, else set leakWarning to more than the work takes"
            .formatted(lease.lockId(), lease.account(), Duration.ofNanos(limitNanos).toSeconds()),
        asked);
  }
}
