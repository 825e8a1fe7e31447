package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import java.util.List;

/**
 * Publishes for one partition, as long as it is the only one: a later publisher of the same
 * partition, in whatever process, fences it. Used by one thread at a time.
 */
public interface EventPublisher extends AutoCloseable {
  /**
   * Adds events to the publication in hand, the first one begins it. Nobody reads them before it is
   * committed.
   *
   * @throws RuntimeException if it failed; the publisher is then of no more use
   */
  void add(List<EncodedEvent> events);

  /**
   * Publishes what was added, dead letters and position in one transaction; returns when it is
   * known to be committed.
   *
   * @param nextOffset of {@code lock.commands}: the first record not yet read
   * @param metadata of the offset commit
   * @throws RuntimeException if it failed or the outcome is unknown; the publisher is then of no
   *     more use
   */
  void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata);

  /** Gives up what is not committed and lets go of the connection; does not wait. */
  @Override
  void close();
}
