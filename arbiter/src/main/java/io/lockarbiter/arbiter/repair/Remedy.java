package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import org.jspecify.annotations.Nullable;

/** What is done about a standstill once somebody has agreed. Nothing of it deletes anything. */
public sealed interface Remedy {
  /** What is done, and what comes of it, for an operator. */
  String plan();

  /** The state's keys get other names; the owner builds the state anew. */
  record SetAside(String plan) implements Remedy {}

  /**
   * The group's position is committed anew.
   *
   * @param offset first record to read
   * @param metadata null to leave it to the state in Redis to say what was decided
   */
  record Commit(String plan, long offset, @Nullable CommitMetadata metadata) implements Remedy {}

  /** A state in which nothing is held and nothing waits takes the place of what is there. */
  record BeginEmpty(String plan, CommitMetadata committed) implements Remedy {}

  /** Nothing that a tool may do; the plan says what a human can. */
  record ByHand(String plan) implements Remedy {}
}
