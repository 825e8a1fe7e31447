package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The leases of one client. Used in the loop's turns only, but for {@link #owner}. */
final class Leases {
  private final ClientContext context;
  private final Sessions sessions;
  private final Map<LockKey, HeldLease> held = new ConcurrentHashMap<>();
  private final HeldOwners owners = new HeldOwners();
  private final Map<LockKey, Consumer<Event>> expected = new HashMap<>();
  private boolean closed;

  Leases(ClientContext context, Sessions sessions) {
    this.context = context;
    this.sessions = sessions;
  }

  /** The session of an owner that this client keeps alive; null if it keeps none. */
  @Nullable KeptSession session(String account, Owner owner) {
    return sessions.of(account, owner);
  }

  /** The owner of a lock that this client holds; null if it holds none. Safe for every thread. */
  @Nullable Owner owner(LockKey key) {
    HeldLease lease = held.get(key);
    return lease == null ? null : lease.lock().owner();
  }

  /** Says whether the owner's sub-account holds a lock of this client as another owner. */
  boolean holdsAsAnother(String account, Owner owner) {
    return owners.holdsAsAnother(account, owner);
  }

  /**
   * Adds the lease of a granted lock.
   *
   * @param lock its fields as the request asked for them
   * @param requests makes the further requests of the holder
   */
  HeldLease add(Granted granted, LockFields lock, long safeEnd, LeaseRequests requests) {
    LockKey key = new LockKey(granted.head().account(), lock.lockId());
    HeldLease before = held.get(key);
    if (before != null) {
      before.extendTo(safeEnd, LeaseEnd.of(granted));
      return before;
    }
    long grantedAt = granted.head().at();
    return begin(
        new HeldLease(
            context,
            this,
            requests,
            key,
            lock,
            granted.token(),
            grantedAt,
            /* run= */ 0,
            named(key.account(), lock),
            sessions.of(key.account(), lock, grantedAt)),
        safeEnd,
        LeaseEnd.of(granted),
        LeaseEnd.holdEnd(lock, grantedAt, granted.cut()));
  }

  /**
   * Adds the lease of a lock that this client has renewed. An earlier lease of this client on it is
   * given up.
   *
   * @param lock its fields as the request asked for them
   * @param run 0 if this client saw the grant
   * @param sentAt the time of the first send of the renewal, on the loop's clock
   */
  HeldLease add(Renewed renewed, LockFields lock, long run, long sentAt, LeaseRequests requests) {
    LockKey key = new LockKey(renewed.head().account(), lock.lockId());
    HeldLease before = held.get(key);
    HeldLease lease =
        begin(
            new HeldLease(
                context,
                this,
                requests,
                key,
                lock,
                renewed.token(),
                renewed.grantedAt(),
                run,
                named(key.account(), lock),
                sessions.of(key.account(), lock, renewed.grantedAt())),
            context.safeEnd().of(renewed, sentAt),
            LeaseEnd.of(renewed),
            LeaseEnd.holdEnd(lock, renewed.grantedAt(), renewed.cut()));
    if (lease.bound() != null) {
      lease.renewed(renewed, sentAt);
    }
    if (before != null) {
      leave(before);
      before.abandon();
    }
    return lease;
  }

  /** The leases of this client that a lock's request named as held. */
  private List<HeldLease> named(String account, LockFields lock) {
    return lock.holding().stream()
        .map(lockId -> held.get(new LockKey(account, lockId)))
        .filter(Objects::nonNull)
        .toList();
  }

  private HeldLease begin(HeldLease lease, long safeEnd, LeaseEnd end, @Nullable Long holdEnd) {
    held.put(lease.key(), lease);
    context.unreleased().remove(lease.key());
    owners.add(lease);
    context.counters().granted.increment();
    context.counters().leases.incrementAndGet();
    BoundTerm bound = lease.bound();
    if (bound == null) {
      lease.extendTo(safeEnd, end);
    } else {
      bound.session().add(lease);
      lease.endsAt(holdEnd);
    }
    return lease;
  }

  /** Passes on the events of a granted lock that is no lease yet. */
  void expect(LockKey key, Consumer<Event> seen) {
    expected.put(key, seen);
  }

  /** Ends {@link #expect}. */
  void expectNoMore(LockKey key) {
    expected.remove(key);
  }

  /** Handles any event that concerns the client: it may end a lock, or tell or set its end. */
  void see(Event event) {
    if (event.subject() == null) {
      return;
    }
    LockKey key = new LockKey(event.head().account(), event.subject().lockId());
    Consumer<Event> seen = expected.get(key);
    if (seen != null) {
      seen.accept(event);
    }
    HeldLease lease = held.get(key);
    if (event instanceof Released end && !end.repeated()) {
      context.unreleased().remove(key);
      if (lease != null) {
        ended(lease, end);
      }
    } else if (lease != null) {
      lease.seen(event);
    }
  }

  private static void ended(HeldLease lease, Released end) {
    BoundTerm bound = lease.bound();
    lease.ending().ended(end);
    if (bound != null && end.reason() == ReleaseReason.SESSION_ENDED) {
      bound.session().lose(new LostReason.SessionEnded());
    }
  }

  /** Renews every lease, because their ends may be among missed events. */
  void renewAll() {
    List.copyOf(held.values()).stream().filter(HeldLease::isHeld).forEach(HeldLease::doubt);
  }

  void lost(HeldLease lease, LostReason reason) {
    remove(lease);
    if (reason instanceof LostReason.Unreachable) {
      letGo(lease);
    }
    context.counters().lost(reason);
  }

  void remove(HeldLease lease) {
    if (held.remove(lease.key(), lease)) {
      leave(lease);
    }
  }

  /** Removes a lease that this client no longer has. */
  private void leave(HeldLease lease) {
    owners.remove(lease);
    BoundTerm bound = lease.bound();
    if (bound != null) {
      bound.session().remove(lease);
    }
    context.counters().leases.decrementAndGet();
    context.counters().ended(context.loop().nanoTime() - lease.begunAt());
    context.leaks().closed(lease);
    lease.forgetOuter();
    if (lease.isFollowed()) {
      context.filter().unfollow(lease.lockId());
    }
  }

  /**
   * Releases a lock.
   *
   * @param isRepeated whether a release stayed unanswered before; this one is then sent only once,
   *     because the answer to a copy could not tell which release had ended the lock
   */
  void release(
      HeldLease lease, WorkOutcome outcome, boolean isRepeated, Consumer<ReleaseResult> settled) {
    Release release = releaseOf(lease, outcome);
    Supplier<ReleaseAnswer> reading = lease.ending()::answer;
    if (closed) {
      settled.accept(new ReleaseResult.Unanswered("the client is closed"));
    } else if (isRepeated) {
      PendingRelease.askOnce(context, release, reading, result -> settle(lease, result, settled));
    } else {
      PendingRelease.ask(
          context,
          release,
          lease.isBound(),
          reading,
          result -> {
            remove(lease);
            settle(lease, result, settled);
          });
    }
  }

  private void settle(HeldLease lease, ReleaseResult result, Consumer<ReleaseResult> settled) {
    if (result instanceof ReleaseResult.Unanswered) {
      letGo(lease);
    } else {
      context.unreleased().remove(lease.key());
    }
    settled.accept(result);
  }

  /** Sends a release to find out how a lock ended that is no longer held. */
  void findOut(HeldLease lease, Consumer<ReleaseResult> settled) {
    PendingRelease.askOnce(
        context, releaseOf(lease, WorkOutcome.DONE), lease.ending()::answer, settled);
  }

  private Release releaseOf(HeldLease lease, WorkOutcome outcome) {
    return context.release(lease.key(), lease.lock().owner(), outcome);
  }

  /**
   * Releases every lease but those of check-outs, which no process keeps: one that was adopted to
   * hear of requests to end it lives on.
   */
  void releaseAll() {
    for (HeldLease lease : List.copyOf(held.values())) {
      if (lease.isCheckOut()) {
        lease.ending().drop();
      } else {
        var unused = lease.release();
      }
    }
  }

  /** Notes that a lock may be held still, though nobody holds it here. */
  private void letGo(HeldLease lease) {
    if (lease.isBound()) {
      context.unreleased().add(lease.key(), lease.lock().owner());
    }
  }

  /** Makes every lease invalid, and leaves the locks to expire. */
  void abandonAll() {
    List.copyOf(held.values()).forEach(lease -> lease.ending().drop());
  }

  /** Stops sending. */
  void close() {
    closed = true;
  }
}
