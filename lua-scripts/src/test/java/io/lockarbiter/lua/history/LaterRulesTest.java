package io.lockarbiter.lua.history;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.LockStore;

/** Later rules on the reference model. */
class LaterRulesTest extends LaterRules {
  @Override
  LockStore later() {
    return new ReferenceLockStore(HistoryOfLaterRules.LATER.newestRules());
  }
}
