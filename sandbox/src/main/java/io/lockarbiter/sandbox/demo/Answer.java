package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.Event;

/**
 * The direct answer to a command.
 *
 * @param sentAtNanos when the command was handed to the producer, on {@link System#nanoTime}
 */
record Answer(Event event, long sentAtNanos) {
  /** Until when a lease of this answer is safe to use, without trust in any clock but our own. */
  long safeUntilNanos(long expiresAt) {
    return sentAtNanos + (expiresAt - event.head().at()) * 1_000_000;
  }
}
