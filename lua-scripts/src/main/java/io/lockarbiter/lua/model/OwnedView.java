package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.OwnedLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers the view of the locks of a sub-account, in the order of their names in the store. */
final class OwnedView {
  private final AccountLocks locks;
  private final String account;

  OwnedView(AccountLocks locks, String account) {
    this.locks = locks;
    this.account = account;
  }

  OwnedLocks page(String subAccount, @Nullable String session, byte[] after, int limit) {
    OwnerOrder<HeldLock> owned = new OwnerOrder<>(account, session);
    locks
        .of(subAccount)
        .forEach(
            lock -> owned.add(lock.fields(), lock.token(), locks.shown(lock.asOf(Long.MAX_VALUE))));
    List<HeldLock> page = new ArrayList<>();
    byte[] last = AccountPages.FIRST;
    var rest = owned.byPlace().tailMap(after, /* inclusive= */ false);
    for (var entry : rest.entrySet()) {
      if (page.size() == limit) {
        break;
      }
      page.add(entry.getValue());
      last = entry.getKey();
    }
    return new OwnedLocks(page, page.size() < rest.size() ? last : AccountPages.FIRST);
  }
}
