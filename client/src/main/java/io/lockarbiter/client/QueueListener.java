package io.lockarbiter.client;

/**
 * Receives the position of a waiting request: when it is queued, and a few times a minute after
 * that.
 */
@FunctionalInterface
public interface QueueListener {
  /** The request waits. */
  void queued(QueuePosition position);
}
