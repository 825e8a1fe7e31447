package io.lockarbiter.audit.model;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.PartitionState;
import java.util.HashMap;
import java.util.Map;

/** Until when the locks of a state live, those among them that are bound to a session. */
public final class SessionEnds {
  private record Name(String account, Owner owner) {}

  private final Map<Name, Long> ends = new HashMap<>();

  /** The ends in a state. */
  public SessionEnds(PartitionState state) {
    for (LiveSession session : state.sessions()) {
      ends.put(new Name(session.account(), session.owner()), session.expiresAt());
    }
  }

  /** Returns when a lock ends unless something lengthens its lease or its session, epoch ms. */
  public long until(HeldLock lock) {
    Long end =
        lock.fields().isBound() ? ends.get(new Name(lock.account(), lock.fields().owner())) : null;
    return end == null ? lock.expiresAt() : Math.min(end, lock.expiresAt());
  }
}
