package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/** A way to bring back what a store has lost, step by step. Used by one thread. */
interface RecoveryWay {
  /** What is done, for an operator. */
  String what();

  /** How far it is. */
  RecoveryProgress progress();

  /** Number of records it has worked off. */
  long records();

  /**
   * Goes on, or waits for what it needs, not long.
   *
   * @return whether the state is the one that was committed
   * @throws HaltedException if it never will be
   * @throws StateLostException if it was lost once more, or another instance goes on from it
   */
  boolean step(Duration longest);

  /** Ends, at whatever step. */
  void close();
}
