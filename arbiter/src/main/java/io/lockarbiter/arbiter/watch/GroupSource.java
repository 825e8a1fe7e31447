package io.lockarbiter.arbiter.watch;

/** Asks Kafka for the consumer group. */
@FunctionalInterface
public interface GroupSource {
  /**
   * The group now.
   *
   * @throws RuntimeException if nobody answers, or the answer is a refusal
   */
  GroupView view();
}
