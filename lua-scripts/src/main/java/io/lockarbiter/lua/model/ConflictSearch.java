package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blockers of a request of an account: held locks, and waiting requests that came
 * earlier, but for those that {@link LockFields#admits admit} its owner.
 */
final class ConflictSearch {
  /** The place in the queue of a new request: behind all others. */
  private static final long LAST = Long.MAX_VALUE;

  private final AccountLocks locks;
  private final AccountQueue queue;
  private final @Nullable LockFields replaced;

  ConflictSearch(AccountLocks locks, AccountQueue queue) {
    this(locks, queue, null);
  }

  /**
   * A search for a request that replaces a lock.
   *
   * @param replaced the lock, which is not among {@code locks}; null if none
   */
  ConflictSearch(AccountLocks locks, AccountQueue queue, @Nullable LockFields replaced) {
    this.locks = locks;
    this.queue = queue;
    this.replaced = replaced;
  }

  /** The blockers of a new request, in the order in which an event lists them. */
  List<Blocker> blockers(LockFields request, int limit) {
    return blockers(request, LAST, limit);
  }

  /** Those of a new request's blockers that are held freezes, in the same order. */
  List<Blocker> freezes(LockFields request, int limit) {
    return held(request, locks.freezesByPath(), limit);
  }

  /** Those of a request's blockers that close the account, as listed; null if there are none. */
  @Nullable BlockedBy closes(LockFields request) {
    List<Blocker> closes = held(request, locks.closesByPath(), Blocker.MAX_LISTED + 1);
    return closes.isEmpty() ? null : AnswerBounds.listed(closes, AnswerBounds.BLOCKERS_BYTES);
  }

  /** Those of a new request's blockers that are held, in the same order. */
  List<Blocker> held(LockFields request, int limit) {
    return held(request, locks.byPath(), limit);
  }

  /** The blockers of a waiting request, in the same order. */
  List<Blocker> blockers(WaitingRequest request, int limit) {
    return blockers(request.fields(), request.arrival(), limit);
  }

  boolean isBlocked(WaitingRequest request) {
    return !held(request.fields(), locks.byPath(), 1).isEmpty()
        || !visitEarlier(request.fields(), request.arrival(), (earlier, pair) -> false);
  }

  private List<Blocker> blockers(LockFields request, long arrival, int limit) {
    List<Blocker> blockers = held(request, locks.byPath(), limit);
    if (blockers.size() < limit && queue.count() > 0) {
      waiting(request, arrival).stream().limit(limit - blockers.size()).forEach(blockers::add);
    }
    return blockers;
  }

  /**
   * For each target of the request the locks above it from the root down, at it, then below it in
   * path order; at one path by token; each lock once.
   *
   * @param among the held locks, or some of them
   */
  private List<Blocker> held(LockFields request, PathIndex<HeldLock> among, int limit) {
    List<Blocker> found = new ArrayList<>();
    Set<Long> tokens = new HashSet<>();
    for (Target ours : request.targets()) {
      boolean goOn =
          among.visitOverlapping(
              ours.path(),
              (lock, path, relation) -> {
                ConflictingPair pair =
                    lock.fields().admits(request.owner())
                        ? null
                        : ConflictingPair.firstAt(path, relation, ours, lock.fields());
                if (pair != null && tokens.add(lock.token())) {
                  found.add(blocker(lock.fields(), pair, locks.endOf(lock)));
                }
                return found.size() < limit;
              });
      if (!goOn) {
        return found;
      }
    }
    return found;
  }

  private List<Blocker> waiting(LockFields request, long arrival) {
    NavigableMap<Long, Blocker> inQueueOrder = new TreeMap<>();
    visitEarlier(
        request,
        arrival,
        (earlier, pair) -> {
          inQueueOrder.put(earlier.arrival(), blocker(earlier.fields(), pair, null));
          return true;
        });
    return List.copyOf(inQueueOrder.values());
  }

  /** The waiting requests that name a held lock in {@code holding}, in the order of the queue. */
  List<WaitingRequest> naming(HeldLock lock) {
    return queue.all().stream()
        .filter(request -> request.fields().holding().contains(lock.fields().lockId()))
        .filter(request -> wasNamed(lock, request.arrival()))
        .toList();
  }

  private interface EarlierVisitor {
    /** Visits an earlier request; returns whether to go on. */
    boolean visit(WaitingRequest earlier, ConflictingPair pair);
  }

  /** Visits the earlier requests that block this one, in no order, some more than once. */
  private boolean visitEarlier(LockFields request, long arrival, EarlierVisitor visitor) {
    for (Target ours : request.targets()) {
      boolean goOn =
          queue
              .byPath()
              .visitOverlapping(
                  ours.path(),
                  (other, path, relation) -> {
                    if (other.arrival() >= arrival || other.fields().admits(request.owner())) {
                      return true;
                    }
                    ConflictingPair pair = ConflictingPair.first(request, other.fields());
                    return pair == null
                        || mustWaitForLockOf(request, arrival, other)
                        || visitor.visit(other, pair);
                  });
      if (!goOn) {
        return false;
      }
    }
    return true;
  }

  /**
   * Says whether an earlier request conflicts with a lock that this one names in {@code holding} or
   * replaces. Such a request can never be granted before this one, so it does not block it.
   */
  private boolean mustWaitForLockOf(LockFields request, long arrival, WaitingRequest earlier) {
    if (replaced != null && ConflictingPair.isInTheWay(replaced, earlier.fields())) {
      return true;
    }
    for (String lockId : request.holding()) {
      HeldLock lock = locks.find(lockId);
      if (lock != null
          && wasNamed(lock, arrival)
          && ConflictingPair.isInTheWay(lock.fields(), earlier.fields())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Says whether the request named this lock; a lock that was granted after the request arrived
   * only reuses the id.
   */
  private static boolean wasNamed(HeldLock lock, long arrival) {
    return lock.token() < arrival;
  }

  private static Blocker blocker(
      LockFields fields, ConflictingPair pair, @Nullable Long expiresAt) {
    return new Blocker(
        fields.lockId(),
        fields.owner(),
        fields.operation(),
        pair.theirs().path(),
        /* pathCut= */ false,
        pair.theirs().mode(),
        expiresAt,
        pair.relation(),
        /* waiting= */ expiresAt == null,
        fields.note());
  }
}
