package io.lockarbiter.arbiter.recover;

import org.jspecify.annotations.Nullable;

/** What follows from the facts about a partition. */
public sealed interface StartDecision {
  /**
   * It goes on.
   *
   * @param position first record to read
   * @param expectedOffset last record that the state must know; −1 if none
   * @param publishedSeq last event known to be committed
   * @param warning what an operator should know; null if nothing
   */
  record Start(long position, long expectedOffset, long publishedSeq, @Nullable String warning)
      implements StartDecision {}

  /** It stands still until an operator acts. */
  record Stop(Halt halt) implements StartDecision {}
}
