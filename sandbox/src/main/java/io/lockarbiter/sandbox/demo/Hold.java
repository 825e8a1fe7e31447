package io.lockarbiter.sandbox.demo;

/**
 * Leave to act, granted and not yet given back.
 *
 * @param member who holds it
 * @param lockId the lock's id; empty where nobody was asked
 * @param token rises from grant to grant within an account
 * @param safeUntilNanos until when the holder may act, on {@link System#nanoTime}
 */
record Hold(Member member, String lockId, long token, long safeUntilNanos) {
  /** Says whether at least this much time is left. */
  boolean lasts(long nanos) {
    return safeUntilNanos - System.nanoTime() > nanos;
  }
}
