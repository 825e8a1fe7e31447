package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import org.jspecify.annotations.Nullable;

/** The remedy of a halt, carried out once somebody has agreed. No remedy deletes anything. */
public sealed interface Remedy {
  /** The plan and its consequence, for an operator. */
  String plan();

  /** A remedy that begins with another position for the group. */
  sealed interface Committing extends Remedy {
    /** The first record to read. */
    long offset();

    /** The metadata; null if the state in Redis is to show which commands were decided. */
    @Nullable CommitMetadata metadata();
  }

  /** Renames the state's keys; the owner rebuilds the state. */
  record SetAside(String plan) implements Remedy {}

  /** Does nothing more. */
  record Commit(String plan, long offset, @Nullable CommitMetadata metadata)
      implements Committing {}

  /**
   * Replaces the state by the one that the position names, without held locks and waiting requests.
   */
  record BeginEmpty(String plan, long offset, CommitMetadata metadata) implements Committing {}

  /**
   * Gives the state the number that the position names, beyond that of any event that was ever
   * published. What is held and waits stays.
   */
  record Renumber(String plan, long offset, CommitMetadata metadata) implements Committing {}

  /** Cannot be done by a tool; the plan tells what a person can do. */
  record ByHand(String plan) implements Remedy {}
}
