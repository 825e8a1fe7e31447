package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The held locks and waiting requests of one account; finds conflicts with a request. */
class LiveAccount {
  /** An account without locks and requests; to be read only. */
  static final LiveAccount EMPTY = new LiveAccount();

  private final Map<String, LockLife> byId = new HashMap<>();
  private final Map<Owner, Map<String, LockLife>> heldByOwner = new HashMap<>();

  /** How many each owner has, held or waiting; without session: all owners of the sub-account. */
  private final Map<Owner, Integer> numbers = new HashMap<>();

  private final TreeMap<Long, LockLife> queue = new TreeMap<>();

  /** Those that end with a session, held or waiting. */
  private final Map<Owner, Map<String, LockLife>> bound = new HashMap<>();

  private final Map<String, LockLife> freezes = new HashMap<>();
  private final Map<String, LockLife> closes = new HashMap<>(/* initialCapacity= */ 2);
  private final ModeTree held = new ModeTree();
  private final ModeTree waiting = new ModeTree();

  @Nullable LockLife find(String lockId) {
    return byId.get(lockId);
  }

  /** Returns the held locks and waiting requests; read only. */
  Collection<LockLife> all() {
    return byId.values();
  }

  /** Returns the held freezes; read only. */
  Collection<LockLife> freezes() {
    return freezes.values();
  }

  /** Returns the held locks that close the account; read only. */
  Collection<LockLife> closes() {
    return closes.values();
  }

  /** Says whether an owner has any; without session: any owner of the sub-account. */
  boolean hasAnyOf(Owner owner) {
    return numbers.containsKey(owner);
  }

  /** Returns the locks and requests that are bound to a session; read only. */
  Collection<LockLife> boundTo(Owner session) {
    return bound.getOrDefault(session, Map.of()).values();
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  int waitingCount() {
    return queue.size();
  }

  void add(LockLife live) {
    byId.put(live.lockId(), live);
    count(live.fields().owner(), 1);
    if (live.fields().isBound()) {
      add(bound, live);
    }
    if (live.isHeld()) {
      add(heldByOwner, live);
      held.add(live.fields().targets());
      if (live.fields().isFreeze()) {
        freezes.put(live.lockId(), live);
      } else if (live.fields().isClose()) {
        closes.put(live.lockId(), live);
      }
    } else {
      queue.put(live.arrival(), live);
      waiting.add(live.fields().targets());
    }
  }

  void remove(LockLife live) {
    byId.remove(live.lockId());
    count(live.fields().owner(), -1);
    if (live.fields().isBound()) {
      remove(bound, live);
    }
    if (live.isHeld()) {
      remove(heldByOwner, live);
      held.remove(live.fields().targets());
      freezes.remove(live.lockId());
      closes.remove(live.lockId());
    } else {
      queue.remove(live.arrival());
      waiting.remove(live.fields().targets());
    }
  }

  private static void add(Map<Owner, Map<String, LockLife>> byOwner, LockLife live) {
    byOwner
        .computeIfAbsent(live.fields().owner(), owner -> new HashMap<>(/* initialCapacity= */ 2))
        .put(live.lockId(), live);
  }

  private static void remove(Map<Owner, Map<String, LockLife>> byOwner, LockLife live) {
    byOwner.computeIfPresent(
        live.fields().owner(),
        (owner, locks) -> {
          locks.remove(live.lockId());
          return locks.isEmpty() ? null : locks;
        });
  }

  private void count(Owner owner, int change) {
    BiFunction<Integer, Integer, @Nullable Integer> sum =
        (one, other) -> one + other == 0 ? null : Integer.valueOf(one + other);
    numbers.merge(new Owner(owner.subAccount(), null), change, sum);
    if (owner.session() != null) {
      numbers.merge(owner, change, sum);
    }
  }

  /** Returns a lock that is in the way of the request; null if there is none. */
  @Nullable LockLife conflictingLock(LockFields request) {
    int conflicts = conflicts(held, request);
    if (conflicts == 0) {
      return null;
    }
    Owner owner = request.owner();
    conflicts -= admitted(owner, request);
    if (owner.session() != null) {
      conflicts -= admitted(new Owner(owner.subAccount(), null), request);
    }
    if (conflicts == 0) {
      return null;
    }
    for (LockLife other : byId.values()) {
      if (other.isHeld() && isInTheWay(other.fields(), request)) {
        return other;
      }
    }
    return null;
  }

  /** Returns how many targets of an owner's locks conflict with a request that they admit. */
  private int admitted(Owner owner, LockFields request) {
    int conflicts = 0;
    for (LockLife lock : heldByOwner.getOrDefault(owner, Map.of()).values()) {
      if (lock.fields().admits(request.owner())) {
        conflicts += ModeTree.pairs(request.targets(), lock.fields().targets());
      }
    }
    return conflicts;
  }

  /**
   * Returns an earlier, conflicting request of another owner; null if there is none, or if that is
   * not known. A request that conflicts with a lock named in {@code holding}, or with the one that
   * is replaced, blocks nobody.
   *
   * @param replaced the lock that ended for the request, if it is known; null if none is
   * @param strict whether everything live is known
   */
  @Nullable LockLife overtaken(
      LockFields request, @Nullable LockLife replaced, long arrival, boolean strict) {
    if (queue.isEmpty()
        || conflicts(waiting, request) == 0
        || !strict && !byId.keySet().containsAll(request.holding())
        || !strict && request.replaces() != null && replaced == null) {
      return null;
    }
    for (LockLife earlier : queue.headMap(arrival).values()) {
      if (isInTheWay(earlier.fields(), request)
          && !waitsForOneOf(request, earlier, arrival)
          && (replaced == null || !isInTheWay(replaced.fields(), earlier.fields()))) {
        return earlier;
      }
    }
    return null;
  }

  private boolean waitsForOneOf(LockFields request, LockLife earlier, long arrival) {
    for (String lockId : request.holding()) {
      LockLife named = byId.get(lockId);
      if (named != null
          && named.token() != null
          && named.token() < arrival
          && isInTheWay(named.fields(), earlier.fields())) {
        return true;
      }
    }
    return false;
  }

  /** Says whether a lock or an earlier request blocks the request, as far as modes and paths go. */
  static boolean isInTheWay(LockFields other, LockFields request) {
    return !other.admits(request.owner()) && ModeTree.pairs(request.targets(), other.targets()) > 0;
  }

  private static int conflicts(ModeTree tree, LockFields request) {
    int conflicts = 0;
    for (Target target : request.targets()) {
      conflicts += tree.conflicts(target);
    }
    return conflicts;
  }
}
