package io.lockarbiter.console.mirror;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.Collection;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The held locks and waiting requests of one account, as of the last event. An event that is
 * applied twice does no lasting harm: after all events in order the state is the same.
 *
 * <p>Safe for use by many threads: every look sees one moment. A look may take long; events that
 * arrive meanwhile are kept, and the thread that brings them does not wait.
 */
public final class AccountMirror {
  private static final Logger LOG = LoggerFactory.getLogger(AccountMirror.class);
  private static final int MOST_UNREAD = 20_000;
  private static final long MOST_UNREAD_BYTES = 16L << 20;

  private final String account;
  private final int partition;
  private final ReentrantLock looking = new ReentrantLock();
  private final Queue<StreamedEvent> unread = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unreadEvents = new AtomicInteger();
  private final AtomicLong unreadBytes = new AtomicLong();
  private volatile Heard heard = new Heard(0, 0);
  private final LiveLocks locks = new LiveLocks();
  private long seq;
  private long at;
  private long exactFrom;
  private long readAt;
  private long changesInChains;
  private @Nullable WaitChains chains;

  /** The last event of the partition that has arrived. */
  private record Heard(long seq, long at) {}

  AccountMirror(String account, int partition) {
    this.account = account;
    this.partition = partition;
  }

  /** Runs a function on the account while nothing changes. */
  public <T> T look(Function<AccountMirror, T> look) {
    looking.lock();
    try {
      readUnread();
      locks.tellEnds();
      return look.apply(this);
    } finally {
      looking.unlock();
    }
  }

  /** Returns its wait chains; callers that ask during a search share its result. */
  WaitChains chains() {
    long asked = heard.seq();
    looking.lock();
    try {
      WaitChains last = chains;
      if (last != null && last.seq() >= asked) {
        return last;
      }
      readUnread();
      locks.tellEnds();
      last =
          last != null && changesInChains == locks.changes()
              ? last.asOf(seq, at)
              : WaitChains.in(this, WaitChains.MOST_STEPS);
      changesInChains = locks.changes();
      chains = last;
      return last;
    } finally {
      looking.unlock();
    }
  }

  /**
   * Takes the next event of the partition, from one thread; never waits for a look.
   *
   * @return false if the mirror has a gap now: it has missed events, or too many arrived during one
   *     look
   */
  boolean hear(StreamedEvent event) {
    if (event.seq() > heard.seq() + 1) {
      return false;
    }
    if (event.account().equals(account)) {
      if (unreadEvents.incrementAndGet() > MOST_UNREAD
          || unreadBytes.addAndGet(event.bytes()) > MOST_UNREAD_BYTES) {
        return false;
      }
      unread.add(event);
    }
    heard = new Heard(event.seq(), event.at());
    if (looking.tryLock()) {
      try {
        readUnread();
      } finally {
        looking.unlock();
      }
    }
    return true;
  }

  private void readUnread() {
    Heard upTo = heard;
    for (StreamedEvent next = unread.poll(); next != null; next = unread.poll()) {
      unreadEvents.decrementAndGet();
      unreadBytes.addAndGet(-next.bytes());
      apply(next);
    }
    reach(upTo.seq(), upTo.at());
    if (changesInChains != locks.changes() && !looking.hasQueuedThreads()) {
      // Nobody waits for these chains any more, and they would keep locks in memory that have
      // ended.
      chains = null;
    }
  }

  // The methods up to the next such line build the mirror, before any look.

  void add(LiveLock lock) {
    locks.add(lock);
  }

  /** Begins to take the events after this one. */
  void begin(long afterSeq, long afterAt) {
    heard = new Heard(afterSeq, afterAt);
    reach(afterSeq, afterAt);
  }

  /** Moves the position forward to this event, never back. */
  void reach(long toSeq, long toAt) {
    seq = Math.max(seq, toSeq);
    at = Math.max(at, toAt);
  }

  void apply(StreamedEvent event) {
    try {
      apply(EventCodec.decode(event.json()));
    } catch (IllegalArgumentException e) {
      // A later version may add events that change nothing this version knows of a lock.
      LOG.debug("event seq={} of partition={} is not known", event.seq(), partition, e);
    }
  }

  void apply(Event event) {
    reach(event.head().seq(), event.head().at());
    if (event.head().seq() > readAt) {
      locks.apply(event);
    }
  }

  /**
   * Tells that the account was read while events went on.
   *
   * @param from the state contains all events up to this one; they are not applied again
   * @param to the state may contain events up to this one
   */
  void wasRead(long from, long to) {
    readAt = from;
    exactFrom = to;
  }

  /** The account. */
  public String account() {
    return account;
  }

  /** Returns the partition of its commands and events. */
  public int partition() {
    return partition;
  }

  /** Says whether no lock is held and no request waits. */
  boolean isEmpty() {
    return bytes() <= HeapBytes.EMPTY;
  }

  /**
   * Returns its size on the heap in bytes, with events that have arrived but are not applied yet.
   */
  long bytes() {
    return locks.bytes() + unreadBytes.get();
  }

  // The methods below are for readers, in a look.

  /** Returns the last event of the partition that it contains. */
  public long seq() {
    return seq;
  }

  /**
   * Returns the event from which on the mirror is exact; before it, parts of later events may be
   * contained.
   */
  public long exactFrom() {
    return exactFrom;
  }

  /** Log time, epoch ms. */
  public long at() {
    return at;
  }

  /** Returns the number of nodes of its tree. */
  int nodes() {
    return locks.tree().nodes();
  }

  /** Returns all locks and requests, in no order. */
  Collection<LiveLock> locks() {
    return locks.all();
  }

  /** Returns the waiting requests, by arrival. */
  NavigableMap<Long, LiveLock> queue() {
    return locks.queue();
  }

  /** The lock or request of an id; null if nothing of it is held or waits. */
  public @Nullable LiveLock lock(String lockId) {
    return locks.get(lockId);
  }

  PathNode root() {
    return locks.tree().root();
  }

  @Nullable PathNode node(LockPath path) {
    return locks.tree().find(compared(path));
  }

  /** A path of a question, compared as those of the locks are. */
  LockPath compared(LockPath path) {
    Iterator<LiveLock> any = locks.all().iterator();
    return any.hasNext() ? path.comparedAs(any.next().fields().targets().get(0).path()) : path;
  }
}
