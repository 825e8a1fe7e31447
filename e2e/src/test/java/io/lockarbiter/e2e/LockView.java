package io.lockarbiter.e2e;

import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request for a lock, as its client saw it, when the client is done with it. Times are ms of
 * the clock that all clients share.
 *
 * @param request its name; its keys are this, or begin with this and a point
 * @param fromMs from when the client acted under the lock
 * @param untilMs end of that: its safe end, or when it was about to release; {@code fromMs} if it
 *     never acted
 * @param lastWordMs when its last word about the lock was answered, or lost with its gateway
 * @param mayWaitMs how long the request may wait after that
 * @param leaseMs its lease, or that of its session
 * @param told what the client was told by answers with a status below 300
 * @param session the session to which it is bound; null if it has a lease of its own
 */
record LockView(
    String request,
    String account,
    List<Target> targets,
    double fromMs,
    double untilMs,
    double lastWordMs,
    long mayWaitMs,
    long leaseMs,
    List<Told> told,
    @Nullable SessionView session) {

  /**
   * An answer.
   *
   * @param state {@code granted}, {@code queued}, {@code released} or {@code rejected}
   * @param at the event's, log time
   * @param token -1 if it has none
   */
  record Told(String state, long at, long token) {}

  boolean hasActed() {
    return untilMs > fromMs;
  }

  /**
   * When it has ended at the latest. With its session a bound lock ends, or a bound request that
   * waits. One that is sent after that is refused when it comes.
   */
  double latestEndMs(boolean wasGranted) {
    if (session == null) {
      return lastWordMs + mayWaitMs + leaseMs;
    }
    double sessionEndMs = session.lastWordMs() + leaseMs;
    return wasGranted ? sessionEndMs : Math.max(sessionEndMs, lastWordMs);
  }

  /** Says whether both are of one owner, whose locks are never in the way of each other. */
  boolean isOfOneOwnerWith(LockView other) {
    return session != null && other.session != null && session.name().equals(other.session.name());
  }
}
