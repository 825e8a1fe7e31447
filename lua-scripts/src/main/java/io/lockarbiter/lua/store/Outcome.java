package io.lockarbiter.lua.store;

import org.jspecify.annotations.Nullable;

/** The store's answer to a batch. */
public sealed interface Outcome {

  /**
   * All records are applied.
   *
   * @param header the state after the batch
   * @param nextDeadline log time, epoch ms, at which a lease or wait ends next, or a lock is told
   *     again; null if nothing is due ever
   * @param held number of held locks in the partition
   * @param waiting number of waiting requests in the partition
   */
  record Applied(PartitionHeader header, @Nullable Long nextDeadline, long held, long waiting)
      implements Outcome {}

  /**
   * The caller knows less than the store: earlier calls told the store that events up to {@code
   * firstKept − 1} are published, which this caller does not know. It must read the committed
   * position again.
   */
  record Stale(long publishedSeq, long firstKept) implements Outcome {}

  /**
   * The store lost writes: records up to {@code expectedOffset} were handed to it, it knows those
   * up to {@code appliedOffset}.
   */
  record Behind(long appliedOffset, long expectedOffset) implements Outcome {}

  /** There is no state, or half a state, though records were handed to the store before. */
  record Empty(String why) implements Outcome {}

  /**
   * The store has applied records that this log does not have, or its state belongs to another log.
   */
  record Ahead(String why) implements Outcome {}
}
