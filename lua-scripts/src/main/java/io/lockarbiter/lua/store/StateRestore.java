package io.lockarbiter.lua.store;

/** A state on its way into a store, piece by piece. Used by one thread. */
public interface StateRestore {
  /** The progress of a restore. */
  enum Progress {
    /** There are further pieces. */
    MORE,
    /** The state is there. */
    DONE,
    /** Somebody else has built a state meanwhile, or is about to; this one is of no more use. */
    OVERTAKEN
  }

  /**
   * Puts the next piece in.
   *
   * @throws StoreUnavailableException if the outcome is unknown; the restore begins anew then
   */
  Progress next();
}
