package io.lockarbiter.client;

/** Is told how a waiting request stands: when it is queued, and some times a minute after that. */
@FunctionalInterface
public interface QueueListener {
  /** The request waits. */
  void queued(QueuePosition position);
}
