package io.lockarbiter.audit.model;

import io.lockarbiter.contracts.lock.SessionKey;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.PartitionState;
import java.util.HashMap;
import java.util.Map;

/** Until when the locks of a state live, those among them that are bound to a session. */
public final class SessionEnds {
  private final Map<SessionKey, Long> ends = new HashMap<>();

  /** The ends in a state. */
  public SessionEnds(PartitionState state) {
    for (LiveSession session : state.sessions()) {
      ends.put(session.name(), session.expiresAt());
    }
  }

  /** Returns when a lock ends unless something lengthens its lease or its session, epoch ms. */
  public long until(HeldLock lock) {
    Long end =
        lock.fields().isBound()
            ? ends.get(new SessionKey(lock.account(), lock.fields().owner()))
            : null;
    return end == null ? lock.expiresAt() : Math.min(end, lock.expiresAt());
  }
}
