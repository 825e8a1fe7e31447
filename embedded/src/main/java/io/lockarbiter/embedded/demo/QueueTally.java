package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Follows the events of {@code lock.events} about waiting. Not thread-safe. */
final class QueueTally {
  private final Map<Request, Long> requestedAt = new HashMap<>();
  private final LatencyHistogram waits = new LatencyHistogram();
  private long longestMs;
  private long granted;
  private long timedOut;
  private long deadlocks;

  /** Counts an event that is not repeated. */
  void count(Event event) {
    if (event instanceof Queued queued) {
      requestedAt.put(request(event, queued.subject()), queued.requestedAt());
    } else if (event instanceof Granted) {
      if (ended(event)) {
        granted++;
      } else {
        waits.record(0);
      }
    } else if (event instanceof Released released) {
      if (released.reason() == ReleaseReason.CANCELLED) {
        ended(event);
      }
    } else if (event instanceof Rejected rejected) {
      count(rejected);
    }
  }

  private void count(Rejected rejected) {
    if (rejected.reason() == RejectReason.WAIT_TIMEOUT) {
      timedOut += ended(rejected) ? 1 : 0;
    } else if (rejected.reason() == RejectReason.PATH_GONE
        || rejected.reason() == RejectReason.NO_SESSION
        || rejected.reason() == RejectReason.ACCOUNT_CLOSED) {
      ended(rejected);
    } else if (rejected.reason() == RejectReason.DEADLOCK) {
      deadlocks++;
    }
  }

  QueueState state() {
    return new QueueState(
        requestedAt.size(), waits.snapshot(), longestMs, granted, timedOut, deadlocks);
  }

  /** Removes a request; says whether it was known to wait. */
  private boolean ended(Event event) {
    Subject subject = event.subject();
    @Nullable Long since = subject == null ? null : requestedAt.remove(request(event, subject));
    if (since == null) {
      return false;
    }
    long waitedMs = event.head().at() - since;
    waits.record(TimeUnit.MILLISECONDS.toNanos(waitedMs));
    longestMs = Math.max(longestMs, waitedMs);
    return true;
  }

  private static Request request(Event event, Subject subject) {
    return new Request(event.head().account(), subject.lockId());
  }

  private record Request(String account, String lockId) {}
}
