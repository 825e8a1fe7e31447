package io.lockarbiter.console.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The accounts with recent events, the latest thousands of them. No lease and no wait is longer
 * than ten minutes. So, once the stream has been followed for ten minutes, every account with a
 * held lock or a waiting request is among them.
 */
public final class AccountDirectory implements StreamListener {
  private static final int MOST = 20_000;

  private final Map<String, Seen> accounts =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
          return size() > MOST;
        }
      };

  /** The figures of an account. */
  private static final class Seen {
    private final int partition;
    private long at;
    private long events;
    private long queuedAt = -1;

    Seen(int partition) {
      this.partition = partition;
    }
  }

  /**
   * An account with recent events.
   *
   * @param at log time of its last event, epoch ms
   * @param events number of its events so far
   * @param queuedAt log time at which its latest waiting request was queued; −1 if none was
   */
  public record Heard(String account, int partition, long at, long events, long queuedAt) {}

  /** Registers for every event from now on. */
  public AccountDirectory(EventHub hub) {
    hub.listen(this);
  }

  @Override
  public synchronized void event(StreamedEvent event) {
    Seen seen = accounts.computeIfAbsent(event.account(), name -> new Seen(event.partition()));
    seen.at = event.at();
    seen.events++;
    if (event.type().equals("queued")) {
      seen.queuedAt = event.at();
    }
  }

  @Override
  public void restarted(int partition) {}

  /** Returns the matching accounts, the one with the latest event first. */
  public synchronized List<Heard> find(Predicate<String> fits, int limit) {
    List<Heard> found = new ArrayList<>();
    accounts.forEach(
        (account, seen) -> {
          if (fits.test(account)) {
            found.add(new Heard(account, seen.partition, seen.at, seen.events, seen.queuedAt));
          }
        });
    found.sort(Comparator.comparingLong(Heard::at).reversed());
    return List.copyOf(found.subList(0, Math.min(limit, found.size())));
  }
}
