package io.lockarbiter.lua.store;

/** A state on its way into a store, piece by piece. Used by one thread. */
public interface StateRestore {
  /** The progress of a restore. */
  enum Progress {
    /** There are more pieces to put in. */
    MORE,
    /** The state is complete. */
    DONE,
    /** Another caller has built a state meanwhile, or is about to; this one is useless now. */
    OVERTAKEN
  }

  /**
   * Puts the next piece in.
   *
   * @throws StoreUnavailableException if the outcome is unknown; the restore begins anew then
   */
  Progress next();
}
