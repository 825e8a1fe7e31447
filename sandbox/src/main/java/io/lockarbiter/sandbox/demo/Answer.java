package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.Event;

/**
 * The answer to a command.
 *
 * @param event the direct answer; if the request waited, how the wait ended
 * @param askedAt log time of the direct answer, which no append of the command came after, epoch ms
 * @param sentAtNanos when the command was handed to the producer, on {@link System#nanoTime}
 */
record Answer(Event event, long askedAt, long sentAtNanos) {
  /** Until when a lease of this answer is safe to use, without trust in any clock but our own. */
  long safeUntilNanos(long expiresAt) {
    return sentAtNanos + (expiresAt - askedAt) * 1_000_000;
  }
}
