package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.KeptAlive;

/**
 * Until when a session is alive, as one answer told it.
 *
 * @param sentAt the time of the first send of the command that it answers, on the loop's clock
 * @param at log time of the answer, epoch ms
 * @param beganAt log time at which the session began, epoch ms
 * @param expiresAt its end, log time, epoch ms
 * @param safeEnd the same on the loop's clock, safe to use
 */
record SessionTerm(long sentAt, long at, long beganAt, long expiresAt, long safeEnd) {
  static SessionTerm of(KeptAlive kept, long sentAt, SafeEnd safe) {
    long at = kept.head().at();
    return new SessionTerm(
        sentAt, at, kept.beganAt(), kept.expiresAt(), safe.after(sentAt, kept.expiresAt() - at));
  }

  /** A time of the log on the loop's clock, safe to use: it comes no earlier than that. */
  long safeAt(long logMs, SafeEnd safe) {
    return safe.after(sentAt, logMs - at);
  }

  /** The one of two answers that reaches further. */
  SessionTerm later(SessionTerm other) {
    return other.safeEnd - safeEnd > 0 ? other : this;
  }
}
