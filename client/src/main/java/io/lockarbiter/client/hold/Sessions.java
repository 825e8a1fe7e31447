package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions that one client keeps alive. Used in the loop's turns only. */
final class Sessions {
  private static final int MOST_LEFT = 1_000;

  private final ClientContext context;
  private final Map<SessionKey, KeptSession> kept = new HashMap<>();

  /** The beginnings of the latest sessions that are not kept any more. */
  private final Map<SessionKey, Long> left = new LinkedHashMap<>();

  private boolean closed;

  Sessions(ClientContext context) {
    this.context = context;
  }

  /** Asks for a session to be kept alive; accepts it when it is, or the reason why not. */
  void begin(
      String account,
      Owner owner,
      Duration lease,
      Consumer<KeptSession> begun,
      Consumer<RuntimeException> failed) {
    new BeginningSession(context, this, account, owner, lease, begun, failed).ask();
  }

  /** The session of this owner; null if this client keeps none alive. */
  @Nullable KeptSession of(String account, Owner owner) {
    return kept.get(new SessionKey(account, owner));
  }

  /**
   * The session to which a lock is bound; null if it is bound to none, or to one that this client
   * does not keep alive.
   *
   * @param grantedAt log time of the grant, epoch ms: what was granted before the session began has
   *     ended
   */
  @Nullable KeptSession of(String account, LockFields lock, long grantedAt) {
    KeptSession session = lock.isBound() ? of(account, lock.owner()) : null;
    return session == null || grantedAt < session.term().beganAt() ? null : session;
  }

  void add(KeptSession session) {
    kept.put(session.key(), session);
  }

  void remove(KeptSession session) {
    SessionKey key = session.key();
    if (kept.remove(key, session)) {
      left.put(key, session.term().beganAt());
      if (left.size() > MOST_LEFT) {
        left.remove(left.keySet().iterator().next());
      }
    }
  }

  /** Says whether this client has kept it alive before, since it began. */
  boolean wasKept(KeptSession session) {
    Long beganAt = left.get(session.key());
    return beganAt != null && beganAt == session.term().beganAt();
  }

  boolean isClosed() {
    return closed;
  }

  /** Keeps none alive any more, and tells no listener. */
  void close() {
    closed = true;
    List.copyOf(kept.values()).forEach(KeptSession::drop);
  }
}
