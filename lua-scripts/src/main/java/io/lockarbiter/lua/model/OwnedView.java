package io.lockarbiter.lua.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.OwnedLocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
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
    TreeMap<byte[], HeldLock> inOrder = new TreeMap<>(Arrays::compareUnsigned);
    locks
        .byPath()
        .visitAtAndBelow(
            LockPath.ROOT,
            (lock, path, relation) -> {
              Owner owner = lock.fields().owner();
              if (owner.subAccount().equals(subAccount)
                  && (session == null || session.equals(owner.session()))) {
                inOrder.put(place(lock), lock.asOf(Long.MAX_VALUE));
              }
              return true;
            });
    List<HeldLock> page = new ArrayList<>();
    byte[] last = AccountPages.FIRST;
    var rest = inOrder.tailMap(after, /* inclusive= */ false);
    for (var entry : rest.entrySet()) {
      if (page.size() == limit) {
        break;
      }
      page.add(entry.getValue());
      last = entry.getKey();
    }
    return new OwnedLocks(page, page.size() < rest.size() ? last : AccountPages.FIRST);
  }

  /** The first place of a lock in that order. */
  private byte[] place(HeldLock lock) {
    byte[] owner = new Names().owner(account, lock.fields().owner());
    return lock.fields().targets().stream()
        .map(target -> place(owner, target, lock.token()))
        .min(Arrays::compareUnsigned)
        .orElseThrow();
  }

  private static byte[] place(byte[] owner, Target target, long token) {
    byte[] path = target.path().key().getBytes(UTF_8);
    return ByteBuffer.allocate(owner.length + 1 + path.length + 1 + Long.BYTES)
        .put(owner)
        .put((byte) ('1' + Mode.known().indexOf(target.mode())))
        .put(path)
        .put((byte) 0)
        .putLong(token)
        .array();
  }
}
