package io.lockarbiter.arbiter.watch;

import java.util.Collection;
import java.util.Map;

/** Asks Kafka for the ends of the partitions of one topic. */
@FunctionalInterface
public interface LogEndsSource {
  /**
   * The ends of partitions; unknown ones are left out.
   *
   * @throws RuntimeException if nobody answers
   */
  Map<Integer, LogEnds> ends(Collection<Integer> partitions);
}
