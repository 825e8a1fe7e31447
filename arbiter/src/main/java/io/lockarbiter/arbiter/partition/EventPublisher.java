package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.EncodedEvent;
import java.util.List;

/**
 * Publishes for one partition until a later publisher of the same partition, in any process, fences
 * it. Used by one thread at a time.
 */
public interface EventPublisher extends AutoCloseable {
  /**
   * Adds events to the present publication, or begins one. Nobody can read them before the commit.
   *
   * @throws RuntimeException if it failed; the publisher is then useless
   */
  void add(List<EncodedEvent> events);

  /**
   * Drops the added events; the next publication begins anew.
   *
   * @throws RuntimeException as above
   */
  void drop();

  /**
   * Publishes the added events in a transaction without a position; returns when it is known to be
   * committed.
   *
   * @throws RuntimeException as below
   */
  void commit();

  /**
   * Publishes the added events, dead letters and the position in one transaction; returns when it
   * is known to be committed.
   *
   * @param nextOffset the first record of {@code lock.commands} not yet read
   * @param metadata the metadata of the offset commit
   * @throws RuntimeException if it failed or the outcome is unknown; the publisher is then useless
   */
  void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata);

  /** Abandons uncommitted events and closes the connection; does not wait. */
  @Override
  void close();
}
