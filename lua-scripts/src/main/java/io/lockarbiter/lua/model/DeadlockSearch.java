package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks, breadth first, for a way from the blockers of a new request to a lock that the request
 * keeps holding. A waiting request waits for its blockers; a held lock waits for the requests that
 * name it in {@code holding}.
 */
final class DeadlockSearch {
  private static final int MAX_NODES = 64;

  /**
   * Most blockers to look at for one node: among so many, {@link #MAX_NODES} are new, whatever was
   * discovered before.
   */
  private static final int MAX_BLOCKERS = 2 * MAX_NODES;

  /**
   * A lock or request on the way, and the node that waits for it; null if that is the new request.
   */
  private record Node(String lockId, @Nullable Node before) {}

  private final AccountLocks locks;
  private final AccountQueue queue;
  private final ConflictSearch conflicts;
  private final LockFields request;
  private final Set<String> discovered = new HashSet<>();
  private final Deque<Node> toFollow = new ArrayDeque<>();

  private DeadlockSearch(AccountLocks locks, AccountQueue queue, LockFields request) {
    this.locks = locks;
    this.queue = queue;
    this.conflicts = new ConflictSearch(locks, queue);
    this.request = request;
  }

  /** The ids on the way from a blocker to a lock in {@code holding}; empty if there is no way. */
  static List<String> cycle(AccountLocks locks, AccountQueue queue, LockFields request) {
    if (request.holding().isEmpty()) {
      return List.of();
    }
    return wayTo(new DeadlockSearch(locks, queue, request).reachedLock());
  }

  private @Nullable Node reachedLock() {
    Node reached = discover(ids(conflicts.blockers(request, MAX_BLOCKERS)), null);
    while (reached == null && !toFollow.isEmpty()) {
      Node node = toFollow.removeFirst();
      reached = discover(successors(node.lockId()), node);
    }
    return reached;
  }

  /** Adds new nodes; returns the first one that is a lock in the request's {@code holding}. */
  private @Nullable Node discover(List<String> lockIds, @Nullable Node before) {
    for (String lockId : lockIds) {
      if (discovered.size() == MAX_NODES) {
        return null;
      }
      if (discovered.add(lockId)) {
        Node node = new Node(lockId, before);
        if (request.holding().contains(lockId)) {
          return node;
        }
        toFollow.addLast(node);
      }
    }
    return null;
  }

  private List<String> successors(String lockId) {
    WaitingRequest waiting = queue.find(lockId);
    if (waiting != null) {
      return ids(conflicts.blockers(waiting, MAX_BLOCKERS));
    }
    HeldLock lock = Objects.requireNonNull(locks.find(lockId));
    return conflicts.naming(lock).stream().map(naming -> naming.fields().lockId()).toList();
  }

  private static List<String> ids(List<Blocker> blockers) {
    return blockers.stream().map(Blocker::lockId).toList();
  }

  private static List<String> wayTo(@Nullable Node last) {
    LinkedList<String> way = new LinkedList<>();
    for (Node node = last; node != null; node = node.before()) {
      way.addFirst(node.lockId());
    }
    return List.copyOf(way);
  }
}
