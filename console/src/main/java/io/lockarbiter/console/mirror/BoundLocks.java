package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.Owner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The held locks of an account that are bound to sessions, and the ends of these. */
final class BoundLocks {
  private final Map<Owner, Session> sessions = new HashMap<>();
  private final Set<Owner> moved = new HashSet<>();

  /** A session with bound locks. */
  private static final class Session {
    private final Set<String> lockIds = new HashSet<>();

    /** Its end; or, if all of its locks end before by themselves, the latest end of these. */
    private long end;
  }

  /** Takes a lock with the end of its session. */
  interface Told {
    void in(String lockId, long sessionEnd);
  }

  /** Adds a lock if it is bound; returns the bytes of its entry. */
  long add(LiveLock lock) {
    if (!lock.isBound()) {
      return 0;
    }
    boolean isFirst = !sessions.containsKey(lock.owner());
    Session session = sessions.computeIfAbsent(lock.owner(), owner -> new Session());
    session.lockIds.add(lock.lockId());
    boolean endsWithSession = lock.until() < lock.ownEnd();
    session.end = endsWithSession ? lock.until() : Math.max(session.end, lock.until());
    return HeapBytes.BOUND + (isFirst ? HeapBytes.SESSION : 0);
  }

  /** Removes a lock if it is bound; returns the bytes of its entry. */
  long remove(LiveLock lock) {
    Session session = lock.isBound() ? sessions.get(lock.owner()) : null;
    if (session == null) {
      return 0;
    }
    session.lockIds.remove(lock.lockId());
    if (!session.lockIds.isEmpty()) {
      return HeapBytes.BOUND;
    }
    sessions.remove(lock.owner());
    moved.remove(lock.owner());
    return HeapBytes.BOUND + HeapBytes.SESSION;
  }

  /** Takes a new end of a session. */
  void keepAlive(Owner owner, long end) {
    Session session = sessions.get(owner);
    if (session != null) {
      session.end = end;
      moved.add(owner);
    }
  }

  /** Tells, once, the locks of all sessions whose ends have moved. */
  void moved(Told told) {
    List<Owner> owners = List.copyOf(moved);
    moved.clear();
    for (Owner owner : owners) {
      Session session = sessions.get(owner);
      if (session != null) {
        long end = session.end;
        List.copyOf(session.lockIds).forEach(lockId -> told.in(lockId, end));
      }
    }
  }
}
