package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import org.jspecify.annotations.Nullable;

/** One partition's logs, as a repair sees them. */
public interface RepairLog extends BrokersClock {
  /** The facts of Kafka and Redis. Keeps nobody out. */
  StartFacts facts();

  /** The facts without a state. */
  StartFacts factsWithoutState();

  /**
   * Says whether the command that the last event answers is in {@code lock.commands}; false if it
   * was removed, or if that topic was made anew since.
   */
  boolean hasLastCause();

  /** Keeps out every publisher of the partition that was opened before. */
  Fence fence();

  /**
   * Keeps earlier publishers out until a later one, such as the partition's owner at its next look,
   * is opened.
   */
  interface Fence extends AutoCloseable {
    /**
     * Commits the group's position, and nothing else.
     *
     * @param metadata the metadata; null for none
     * @return whether it is committed; if not, another publisher was opened, and nothing was
     *     changed
     */
    boolean commit(long offset, @Nullable CommitMetadata metadata);

    @Override
    void close();
  }
}
