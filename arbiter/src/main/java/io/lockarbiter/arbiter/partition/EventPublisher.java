package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import java.util.List;

/**
 * Publishes for one partition, as long as it is the only one: a later publisher of the same
 * partition, in whatever process, fences it. Used by one thread.
 */
public interface EventPublisher extends AutoCloseable {
  /**
   * Publishes events, dead letters and position in one transaction; returns when it is known to be
   * committed.
   *
   * @param nextOffset of {@code lock.commands}: the first record not yet read
   * @param metadata of the offset commit
   * @throws RuntimeException if it failed or the outcome is unknown; the publisher is then of no
   *     more use
   */
  void publish(
      List<EncodedEvent> events,
      List<DeadLetter> deadLetters,
      long nextOffset,
      CommitMetadata metadata);

  /** Gives up what is not committed and lets go of the connection; does not wait. */
  @Override
  void close();
}
