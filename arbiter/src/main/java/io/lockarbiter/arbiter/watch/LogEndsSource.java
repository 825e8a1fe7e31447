package io.lockarbiter.arbiter.watch;

import java.util.Collection;
import java.util.Map;

/** Asks Kafka where the partitions of one topic end. */
@FunctionalInterface
public interface LogEndsSource {
  /**
   * The ends of partitions; those that cannot be told are left out.
   *
   * @throws RuntimeException if nobody answers
   */
  Map<Integer, LogEnds> ends(Collection<Integer> partitions);
}
