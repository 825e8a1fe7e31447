package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The held locks and waiting requests of an account: by id, in queue order, by path, by session.
 * Not safe for use by many threads, but for {@link #bytes}.
 */
final class LiveLocks {
  private final Map<String, LiveLock> byId = new HashMap<>();
  private final TreeMap<Long, LiveLock> queue = new TreeMap<>();
  private final PathTree tree = new PathTree();
  private final BoundLocks bound = new BoundLocks();
  private final AtomicLong bytes = new AtomicLong(HeapBytes.EMPTY);
  private long changes;

  /** Adds a lock, in the place of that with its id. */
  void add(LiveLock lock) {
    remove(lock.lockId());
    changes++;
    byId.put(lock.lockId(), lock);
    if (lock.waiting()) {
      queue.put(lock.number(), lock);
    }
    bytes.addAndGet(HeapBytes.of(lock) + tree.add(lock) + bound.add(lock));
  }

  private void remove(String lockId) {
    LiveLock lock = byId.remove(lockId);
    if (lock == null) {
      return;
    }
    changes++;
    if (lock.waiting()) {
      queue.remove(lock.number());
    }
    bytes.addAndGet(-HeapBytes.of(lock) - tree.remove(lock) - bound.remove(lock));
  }

  /** Applies an event; it may be known already, if all later ones are applied too. */
  void apply(Event event) {
    if (event instanceof KeptAlive kept) {
      bound.keepAlive(kept.owner(), kept.expiresAt());
    }
    if (event.repeated() || !(event.subject() instanceof LockFields fields)) {
      return;
    }
    LiveLock before = byId.get(fields.lockId());
    if (event instanceof Granted granted) {
      add(LiveLock.of(granted));
    } else if (event instanceof Renewed renewed) {
      add(LiveLock.of(renewed).notLongerThan(before));
    } else if (event instanceof YieldRequested asked) {
      add(LiveLock.of(asked).notLongerThan(before));
    } else if (event instanceof Queued queued) {
      add(LiveLock.of(queued));
    } else if (event instanceof Released
        || event instanceof Rejected rejected && rejected.reason().endsWait()) {
      remove(fields.lockId());
    }
  }

  /**
   * Gives bound locks the ends of their sessions. Only a look needs them: a session may be kept
   * alive often, and have many locks.
   */
  void tellEnds() {
    bound.moved(
        (lockId, end) -> {
          LiveLock lock = byId.get(lockId);
          if (lock != null && lock.until() != lock.untilIn(end)) {
            add(lock.inSession(end));
          }
        });
  }

  /** Returns how often a lock or request came or went. */
  long changes() {
    return changes;
  }

  /** Returns the size on the heap, bytes. */
  long bytes() {
    return bytes.get();
  }

  /** Returns all locks and requests, in no order. */
  Collection<LiveLock> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Returns the waiting requests, by arrival. */
  NavigableMap<Long, LiveLock> queue() {
    return Collections.unmodifiableNavigableMap(queue);
  }

  /** The lock or request of an id; null if nothing of it is held or waits. */
  @Nullable LiveLock get(String lockId) {
    return byId.get(lockId);
  }

  PathTree tree() {
    return tree;
  }
}
