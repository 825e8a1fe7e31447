package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Target;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one account holds and waits for, as of the last event. Events that it knows already change
 * nothing for good: whoever applies all of them in order ends in the same state.
 *
 * <p>Safe for use by many threads: every look is of one moment.
 */
public final class AccountMirror {
  private final String account;
  private final int partition;
  private final Map<String, LiveLock> locks = new HashMap<>();
  private final TreeMap<Long, LiveLock> queue = new TreeMap<>();
  private final PathNode root = new PathNode();
  private int nodes = 1;
  private long seq;
  private long at;
  private long exactFrom;
  private long readAt;

  AccountMirror(String account, int partition) {
    this.account = account;
    this.partition = partition;
  }

  /** Looks at it while nothing changes. */
  public synchronized <T> T look(Function<AccountMirror, T> look) {
    return look.apply(this);
  }

  synchronized void add(LiveLock lock) {
    remove(lock.lockId());
    locks.put(lock.lockId(), lock);
    if (lock.waiting()) {
      queue.put(lock.number(), lock);
    }
    for (Target target : lock.fields().targets()) {
      nodes += root.add(PathNode.segments(target.path()), target.mode(), lock);
    }
  }

  private void remove(String lockId) {
    LiveLock lock = locks.remove(lockId);
    if (lock == null) {
      return;
    }
    if (lock.waiting()) {
      queue.remove(lock.number());
    }
    for (Target target : lock.fields().targets()) {
      nodes -= root.remove(PathNode.segments(target.path()), target.mode(), lock);
    }
  }

  /** Has come so far, if not further. */
  synchronized void reach(long toSeq, long toAt) {
    seq = Math.max(seq, toSeq);
    at = Math.max(at, toAt);
  }

  synchronized void apply(Event event) {
    reach(event.head().seq(), event.head().at());
    if (event.head().seq() <= readAt
        || event.repeated()
        || !(event.subject() instanceof LockFields fields)) {
      return;
    }
    if (event instanceof Granted granted) {
      add(LiveLock.of(granted));
    } else if (event instanceof Renewed renewed) {
      add(LiveLock.of(renewed));
    } else if (event instanceof YieldRequested asked) {
      add(LiveLock.of(asked));
    } else if (event instanceof Queued queued) {
      add(LiveLock.of(queued));
    } else if (event instanceof Released
        || event instanceof Rejected rejected && rejected.reason().endsWait()) {
      remove(fields.lockId());
    }
  }

  /** The account. */
  public String account() {
    return account;
  }

  /** Where its commands and events stand. */
  public int partition() {
    return partition;
  }

  /** Last event of the partition that is known to be in it. */
  public synchronized long seq() {
    return seq;
  }

  /** From this event on it is exact; before it, it shows something of later events already. */
  public synchronized long exactFrom() {
    return exactFrom;
  }

  /**
   * Was read while events went on.
   *
   * @param from all events up to this one were in all of it; they are not applied again
   * @param to some events up to this one were in it
   */
  synchronized void wasRead(long from, long to) {
    readAt = from;
    exactFrom = to;
  }

  /** Log time, epoch ms. */
  public synchronized long at() {
    return at;
  }

  synchronized int size() {
    return locks.size();
  }

  /** Levels of paths, which take memory too. */
  synchronized int nodes() {
    return nodes;
  }

  // What follows is for a look.

  /** Everything, in no order. */
  Collection<LiveLock> locks() {
    return Collections.unmodifiableCollection(locks.values());
  }

  /** What waits, by arrival. */
  NavigableMap<Long, LiveLock> queue() {
    return Collections.unmodifiableNavigableMap(queue);
  }

  @Nullable LiveLock lock(String lockId) {
    return locks.get(lockId);
  }

  PathNode root() {
    return root;
  }

  @Nullable PathNode node(LockPath path) {
    return root.find(path);
  }
}
