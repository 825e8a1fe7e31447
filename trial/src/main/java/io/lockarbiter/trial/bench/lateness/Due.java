package io.lockarbiter.trial.bench.lateness;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When leases and waits are due by their own events, and how much later the events appear that say
 * that they are over. A waiting request is granted when the lease in front of it ends: its id is
 * that one's with another first letter. Not thread-safe.
 */
final class Due {
  /** What was late. */
  enum Kind {
    EXPIRED("lease expired"),
    GRANTED("waiting request granted"),
    TIMED_OUT("wait timed out");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private final Map<String, Long> expiresAt = new HashMap<>();
  private final Map<String, Long> deadlines = new HashMap<>();
  private final Map<Kind, List<Long>> lateMs = new EnumMap<>(Kind.class);
  private int count;

  /**
   * Takes an event.
   *
   * @param appendedAtMs when it was appended, the broker's clock, which is that of the log time
   */
  void read(Event event, long appendedAtMs) {
    String id = event.head().commandId();
    if (event instanceof Granted granted) {
      if (granted.waitedMs() > 0) {
        add(Kind.GRANTED, appendedAtMs - due(expiresAt, holderOf(id)));
      }
      expiresAt.put(id, granted.expiresAt());
    } else if (event instanceof Queued queued) {
      deadlines.put(id, queued.deadline());
    } else if (event instanceof Released released && released.reason() == ReleaseReason.EXPIRED) {
      add(Kind.EXPIRED, appendedAtMs - due(expiresAt, id));
    } else if (event instanceof Rejected rejected
        && rejected.reason() == RejectReason.WAIT_TIMEOUT) {
      add(Kind.TIMED_OUT, appendedAtMs - due(deadlines, id));
    } else {
      throw new IllegalStateException("an event that nothing here asked for: " + event);
    }
  }

  /** The id of the lock that a request waits for. */
  static String holderOf(String waiting) {
    return "h" + waiting.substring(1);
  }

  private static long due(Map<String, Long> times, String id) {
    Long time = times.get(id);
    if (time == null) {
      throw new IllegalStateException("it is not known when " + id + " was due");
    }
    return time;
  }

  private void add(Kind kind, long ms) {
    lateMs.computeIfAbsent(kind, key -> new ArrayList<>()).add(ms);
    count++;
  }

  /** How many events said that something was over. */
  int count() {
    return count;
  }

  /** How late they were, ms. */
  List<Long> lateMs(Kind kind) {
    return List.copyOf(lateMs.getOrDefault(kind, List.of()));
  }
}
