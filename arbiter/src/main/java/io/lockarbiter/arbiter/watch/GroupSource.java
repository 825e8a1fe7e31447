package io.lockarbiter.arbiter.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks Kafka for the members of the consumer group. */
@FunctionalInterface
public interface GroupSource {
  /**
   * The members; null while partitions are handed out anew.
   *
   * @throws RuntimeException if nobody answers
   */
  @Nullable List<GroupMember> members();
}
