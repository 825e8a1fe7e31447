package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live locks and the latest ends, put together from events. Every live lock has an event within
 * the last ten minutes ({@code RULES.md}, Told again), so a reader that begins eleven minutes back
 * knows all of them. It is for looking only: nothing that a caller may act on is taken from it.
 *
 * <p>Its memory is bounded: ends go first, then the locks that were told longest ago. After the
 * latter {@link #isWhole} is false. Safe for use by many threads.
 */
public final class LockBook {
  private static final long TOLD_AGAIN_MS = Duration.ofMinutes(11).toMillis();

  private final long mostBytes;
  private final long mostEndedBytes;
  private final Map<LockKey, LiveLock> live = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<LockKey, LiveLock> ended = new LinkedHashMap<>();
  private final Map<String, TreeMap<String, TreeMap<String, LiveLock>>> ofAccounts =
      new HashMap<>();
  private final SessionSubjects subjects = new SessionSubjects();
  private final Map<LockKey, List<Consumer<LiveLock>>> watchers = new HashMap<>();
  private long liveBytes;
  private long endedBytes;
  private long newestAt;
  private long wholeAt;

  /**
   * An empty book.
   *
   * @param mostBytes most heap of the locks, of which an eighth is for ends
   */
  public LockBook(long mostBytes) {
    this.mostEndedBytes = mostBytes / 8;
    this.mostBytes = mostBytes - mostEndedBytes;
  }

  /**
   * Notes an event; those of one partition in order.
   *
   * @return the lock after it; null if it changes none
   */
  public @Nullable LiveLock see(Event event) {
    Subject subject = event.subject();
    if (event instanceof UnknownEvent
        || event.repeated()
        || !(subject instanceof LockFields lock)) {
      return null;
    }
    if (event instanceof Rejected refused && refused.reason() == RejectReason.ID_CONFLICT) {
      // It tells a request that never was, under the id of one that may be held.
      return null;
    }
    LiveLock now;
    List<Consumer<LiveLock>> told;
    synchronized (this) {
      LockKey key = new LockKey(event.head().account(), lock.lockId());
      newestAt = Math.max(newestAt, event.head().at());
      LiveLock before = live.get(key);
      now = new LiveLock(lock, event, asked(event, before));
      put(key, before, now);
      told = List.copyOf(watchers.getOrDefault(key, List.of()));
    }
    told.forEach(watcher -> watcher.accept(now));
    return now;
  }

  private static @Nullable YieldRequested asked(Event event, @Nullable LiveLock before) {
    if (event instanceof YieldRequested asked) {
      return asked;
    }
    YieldRequested asked = before == null ? null : before.asked();
    boolean declines = event instanceof Renewed renewed && renewed.declined() != null;
    // A holder that declines still has to be done by an end that was set.
    return asked != null && declines && asked.endsAt() == null ? null : asked;
  }

  private void put(LockKey key, @Nullable LiveLock before, LiveLock now) {
    if (before != null) {
      remove(before);
    }
    LiveLock end = ended.remove(key);
    if (end != null) {
      endedBytes -= end.bytes();
    }
    if (now.isLive()) {
      live.put(key, now);
      liveBytes += now.bytes();
      subjects.add(now);
      ofAccounts
          .computeIfAbsent(key.account(), each -> new TreeMap<>())
          .computeIfAbsent(now.fields().owner().subAccount(), each -> new TreeMap<>())
          .put(key.lockId(), now);
    } else {
      ended.put(key, now);
      endedBytes += now.bytes();
    }
    while (endedBytes > mostEndedBytes) {
      LiveLock eldest = ended.values().iterator().next();
      ended.remove(eldest.key());
      endedBytes -= eldest.bytes();
    }
    while (liveBytes > mostBytes) {
      wholeAt = newestAt + TOLD_AGAIN_MS;
      remove(live.values().iterator().next());
    }
  }

  private void remove(LiveLock lock) {
    live.remove(lock.key());
    liveBytes -= lock.bytes();
    subjects.remove(lock);
    ofAccounts.computeIfPresent(
        lock.key().account(),
        (account, members) -> {
          members.computeIfPresent(
              lock.fields().owner().subAccount(),
              (member, locks) -> {
                locks.remove(lock.fields().lockId());
                return locks.isEmpty() ? null : locks;
              });
          return members.isEmpty() ? null : members;
        });
  }

  /** Forgets everything, because events may have been missed. */
  public synchronized void clear() {
    live.clear();
    ended.clear();
    ofAccounts.clear();
    subjects.clear();
    liveBytes = 0;
    endedBytes = 0;
    wholeAt = 0;
  }

  /** The lock or request of this key, or how it ended lately; null if nothing is known of it. */
  public synchronized @Nullable LiveLock find(LockKey key) {
    LiveLock found = live.get(key);
    return found == null ? ended.get(key) : found;
  }

  /**
   * Says whether every live lock is in the book; if not, locks were dropped for want of memory
   * within the last minutes of events. Whatever was dropped before has been told again, or ended.
   */
  public synchronized boolean isWhole() {
    return newestAt >= wholeAt;
  }

  /**
   * The locks and requests of a sub-account, by their ids.
   *
   * @param session null = of every session
   * @param after the last id of the page before; empty = the first page
   * @param limit at least 1
   */
  public synchronized List<LiveLock> ofMember(
      String account, String subAccount, @Nullable String session, String after, int limit) {
    List<LiveLock> page = new ArrayList<>();
    TreeMap<String, TreeMap<String, LiveLock>> members = ofAccounts.get(account);
    TreeMap<String, LiveLock> locks = members == null ? null : members.get(subAccount);
    if (locks != null) {
      for (LiveLock lock : locks.tailMap(after, false).values()) {
        if (session == null || session.equals(lock.fields().owner().session())) {
          page.add(lock);
        }
        if (page.size() == limit) {
          break;
        }
      }
    }
    return page;
  }

  /**
   * The next sub-account of an account that has locks or requests, by name; null if there is none.
   *
   * @param after a name; empty = the first one
   */
  public synchronized @Nullable String memberAfter(String account, String after) {
    TreeMap<String, TreeMap<String, LiveLock>> members = ofAccounts.get(account);
    return members == null ? null : members.higherKey(after);
  }

  /**
   * Says whether an owner with a session has locks or requests here, and one subject has asked for
   * all of them.
   */
  public synchronized boolean isAllOf(String account, Owner owner, String subject) {
    return subjects.areAll(account, owner, subject);
  }

  /** Passes every further event of a lock on, until the answer is run. */
  public Runnable watch(LockKey key, Consumer<LiveLock> watcher) {
    synchronized (this) {
      watchers.computeIfAbsent(key, each -> new ArrayList<>()).add(watcher);
    }
    return () -> unwatch(key, watcher);
  }

  private synchronized void unwatch(LockKey key, Consumer<LiveLock> watcher) {
    List<Consumer<LiveLock>> all = watchers.get(key);
    if (all != null && all.remove(watcher) && all.isEmpty()) {
      watchers.remove(key);
    }
  }

  /** The number of live locks in the book. */
  public synchronized int size() {
    return live.size();
  }
}
