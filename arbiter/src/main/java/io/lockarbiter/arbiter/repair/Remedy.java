package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import org.jspecify.annotations.Nullable;

/** The remedy of a halt, carried out once somebody has agreed. No remedy deletes anything. */
public sealed interface Remedy {
  /** The plan and its consequence, for an operator. */
  String plan();

  /** Renames the state's keys; the owner rebuilds the state. */
  record SetAside(String plan) implements Remedy {}

  /**
   * Commits another position for the group.
   *
   * @param offset the first record to read
   * @param metadata the metadata; null if the state in Redis is to show which commands were decided
   */
  record Commit(String plan, long offset, @Nullable CommitMetadata metadata) implements Remedy {}

  /** Replaces the state by one without held locks and waiting requests. */
  record BeginEmpty(String plan, CommitMetadata committed) implements Remedy {}

  /** Cannot be done by a tool; the plan tells what a person can do. */
  record ByHand(String plan) implements Remedy {}
}
