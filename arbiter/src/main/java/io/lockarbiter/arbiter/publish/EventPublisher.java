package io.lockarbiter.arbiter.publish;

/**
 * Publishes for one partition, as long as it is the only one: a later publisher of the same
 * partition, in whatever process, fences it. Used by one thread.
 */
public interface EventPublisher extends AutoCloseable {
  /**
   * Publishes in one transaction; returns when it is known to be committed.
   *
   * @throws RuntimeException if it failed or the outcome is unknown; the publisher is then of no
   *     more use
   */
  void publish(Publication publication);

  /** Gives up what is not committed and lets go of the connection; does not wait. */
  @Override
  void close();
}
