package io.lockarbiter.client.fence.memory;

import io.lockarbiter.client.fence.FencingAction;

/**
 * The memory of the runs of one lock's job.
 *
 * @param run the latest run that acted
 * @param done whether the last action of the lock was made
 */
public record RunTrace(long run, boolean done) {
  static final RunTrace NONE = new RunTrace(0, false);

  /** The trace after an action that it admits, or after one admitted together with it. */
  RunTrace with(FencingAction action) {
    return new RunTrace(Math.max(run, action.run()), done || action.last());
  }
}
