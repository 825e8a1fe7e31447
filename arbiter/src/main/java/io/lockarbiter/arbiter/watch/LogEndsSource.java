package io.lockarbiter.arbiter.watch;

import java.util.Collection;
import java.util.Map;

/** Asks Kafka where partitions of {@code lock.commands} end. */
@FunctionalInterface
public interface LogEndsSource {
  /**
   * The ends of partitions; those that cannot be told are left out.
   *
   * @throws RuntimeException if nobody answers
   */
  Map<Integer, LogEnds> ends(Collection<Integer> partitions);
}
