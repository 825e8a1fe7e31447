package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/** A way to recover the state that a store has lost, step by step. Used by one thread. */
interface RecoveryWay {
  /** A description of the way, for an operator. */
  String what();

  /** The progress. */
  RecoveryProgress progress();

  /** Number of records applied so far. */
  long records();

  /**
   * Takes a step, or waits briefly for the data that it needs.
   *
   * @return whether the state equals the committed one
   * @throws HaltedException if it never can
   * @throws StateLostException if it was lost once more, or another instance goes on from it
   */
  boolean step(Duration longest);

  /** Ends at any step. */
  void close();
}
