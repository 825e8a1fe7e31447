package io.lockarbiter.client.hold;

import io.lockarbiter.client.ask.EventLoop;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The requests of one client that wait with a short lease, in the order in which they were queued.
 * One grant that is not taken up in time shows that those behind it will not be either, so all are
 * queued anew with their whole leases. Used in the loop's turns only.
 */
final class ShortWaiters {
  /** So long after the last such grant, requests are queued with their whole leases at once. */
  static final Duration MEMORY = Duration.ofMinutes(1);

  private final EventLoop loop;
  private final Set<LeaseAcquisition> waiting = new LinkedHashSet<>();
  private boolean hasMissed;
  private long missedAt;

  ShortWaiters(EventLoop loop) {
    this.loop = loop;
  }

  void add(LeaseAcquisition request) {
    waiting.add(request);
  }

  void remove(LeaseAcquisition request) {
    waiting.remove(request);
  }

  /** Notes that a short lease was over before its grant was taken up. */
  void missed() {
    hasMissed = true;
    missedAt = loop.nanoTime();
    List.copyOf(waiting).forEach(LeaseAcquisition::queueAnew);
  }

  /** Says whether short leases are too short at present. */
  boolean haveMissed() {
    return hasMissed && loop.nanoTime() - missedAt < MEMORY.toNanos();
  }
}
