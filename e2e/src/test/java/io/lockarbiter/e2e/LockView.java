package io.lockarbiter.e2e;

import io.lockarbiter.contracts.lock.Target;
import java.util.List;

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
 * @param leaseMs its lease
 * @param told what the client was told by answers with a status below 300
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
    List<Told> told) {

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
}
