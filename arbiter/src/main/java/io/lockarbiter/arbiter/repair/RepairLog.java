package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One partition's logs, as a repair sees them. */
public interface RepairLog {
  /** What Kafka and Redis say. Keeps nobody out. */
  StartFacts facts();

  /** What they would say if there were no state. */
  StartFacts factsWithoutState();

  /** A moment that the brokers' clock has reached. */
  Instant brokersTime();

  /**
   * Claims that the command that the last event answers stands in {@code lock.commands}; false if
   * it was removed, or if that topic was made anew since.
   */
  boolean hasLastCause();

  /** Keeps out every publisher of the partition that was opened before. */
  Fence fence();

  /** Stands until somebody else, such as the partition's owner at its next look, is fenced in. */
  interface Fence extends AutoCloseable {
    /**
     * Commits the group's position, and nothing else.
     *
     * @param metadata null for none
     * @return whether it is committed; if not, somebody else came in, and nothing was changed
     */
    boolean commit(long offset, @Nullable CommitMetadata metadata);

    @Override
    void close();
  }
}
