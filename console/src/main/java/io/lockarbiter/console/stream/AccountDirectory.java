package io.lockarbiter.console.stream;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The accounts with recent events, the latest thousands of them, and the requests that wait in each
 * of them now. No lease and no wait is longer than ten minutes. So, once the stream has been
 * followed for ten minutes, every account with a held lock or a waiting request is among them.
 */
public final class AccountDirectory implements StreamListener {
  private static final int MOST = 20_000;

  /** Most waiting requests that are counted, of all accounts together. */
  private static final int MOST_WAITING = 200_000;

  private static final Comparator<Heard> TROUBLE_FIRST =
      Comparator.comparing((Heard heard) -> heard.waiting() == 0)
          .thenComparingLong(heard -> heard.waiting() == 0 ? 0 : heard.waitingSince())
          .thenComparing(Comparator.comparingLong(Heard::at).reversed());

  private final Map<String, Seen> accounts =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
          if (size() <= MOST) {
            return false;
          }
          waiting -= eldest.getValue().waits.size();
          return true;
        }
      };

  private final Map<Integer, Long> times = new HashMap<>();
  private int waiting;

  /** The figures of an account. */
  private static final class Seen {
    private final int partition;
    private final Map<String, Wait> waits = new HashMap<>();
    private long at;
    private long events;

    Seen(int partition) {
      this.partition = partition;
    }
  }

  /** A waiting request; both are log time, epoch ms. */
  private record Wait(long since, long deadline) {}

  /**
   * An account with recent events.
   *
   * @param at log time of its last event, epoch ms
   * @param events number of its events so far
   * @param waiting number of its requests that wait now
   * @param waitingSince log time of the oldest of these, epoch ms; −1 if none waits
   */
  public record Heard(
      String account, int partition, long at, long events, int waiting, long waitingSince) {}

  /** Registers for every event from now on. */
  public AccountDirectory(EventHub hub) {
    hub.listen(this);
  }

  @Override
  public synchronized void event(StreamedEvent event) {
    times.put(event.partition(), event.at());
    Seen seen = accounts.computeIfAbsent(event.account(), name -> new Seen(event.partition()));
    seen.at = event.at();
    seen.events++;
    String lockId = event.lockId();
    if (lockId == null) {
      return;
    }
    switch (event.type()) {
      case "queued" -> {
        if (decoded(event) instanceof Queued queued && waiting < MOST_WAITING) {
          waiting += seen.waits.containsKey(lockId) ? 0 : 1;
          seen.waits.put(lockId, new Wait(queued.requestedAt(), queued.deadline()));
        }
      }
      case "granted", "released" -> end(seen, lockId);
      case "rejected" -> {
        if (seen.waits.containsKey(lockId)
            && decoded(event) instanceof Rejected rejected
            && rejected.reason().endsWait()) {
          end(seen, lockId);
        }
      }
      default -> {
        // Nothing begins or ends to wait.
      }
    }
  }

  private void end(Seen seen, String lockId) {
    if (seen.waits.remove(lockId) != null) {
      waiting--;
    }
  }

  private static @Nullable Event decoded(StreamedEvent event) {
    try {
      return EventCodec.decode(event.json());
    } catch (IllegalArgumentException e) {
      // Written by a later version; this one does not know what it changes.
      return null;
    }
  }

  /** Forgets who waits: the events are read again from before the longest wait. */
  @Override
  public synchronized void restarted(int partition) {
    for (Seen seen : accounts.values()) {
      if (seen.partition == partition) {
        waiting -= seen.waits.size();
        seen.waits.clear();
        seen.events = 0;
      }
    }
  }

  /**
   * Returns the matching accounts: first those in which a request waits, the longest wait first,
   * then the others, the one with the latest event first.
   */
  public synchronized List<Heard> find(Predicate<String> fits, int limit) {
    List<Heard> found = new ArrayList<>();
    accounts.forEach(
        (account, seen) -> {
          if (fits.test(account)) {
            found.add(heard(account, seen));
          }
        });
    found.sort(TROUBLE_FIRST);
    return List.copyOf(found.subList(0, Math.min(limit, found.size())));
  }

  private Heard heard(String account, Seen seen) {
    long now = times.getOrDefault(seen.partition, 0L);
    int live = 0;
    long since = -1;
    for (Wait wait : seen.waits.values()) {
      if (wait.deadline() > now) {
        live++;
        since = since < 0 ? wait.since() : Math.min(since, wait.since());
      }
    }
    return new Heard(account, seen.partition, seen.at, seen.events, live, since);
  }
}
