package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;

/**
 * Where a trace stands: actions in {@code mode}, at {@code path} or at all paths strictly below it.
 */
record TraceKey(LockPath path, Scope scope, Mode mode) {
  enum Scope {
    AT,
    BELOW
  }

  static TraceKey at(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.AT, mode);
  }

  static TraceKey below(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.BELOW, mode);
  }
}
