package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The locks at a file as an office suite sees them.
 *
 * @param lock the lock that an office suite has made; null = none
 * @param other another check-out that is in the user's way, at the file or above it; null = none
 */
record WopiState(@Nullable DavLock lock, @Nullable DavLock other) {
  static WopiState of(WebdavPlace place, LockTable table) {
    LockPath path = LockPath.of(place.path());
    LockPath compared = table.compared(path);
    List<DavLock> all =
        table.covering(place.account(), path).stream()
            .sorted(Comparator.comparingLong(DavLock::token))
            .toList();
    DavLock lock =
        all.stream()
            .filter(each -> isWopi(each) && table.compared(each.path()).equals(compared))
            .findFirst()
            .orElse(null);
    DavLock other =
        all.stream()
            .filter(each -> !isWopi(each) && !admits(each, place.subAccount()))
            .findFirst()
            .orElse(null);
    return new WopiState(lock, other);
  }

  private static boolean isWopi(DavLock lock) {
    return lock.wopiId() != null;
  }

  /** A check-out without session admits all programs of its member. */
  private static boolean admits(DavLock lock, String member) {
    return lock.owner().session() == null && lock.owner().subAccount().equals(member);
  }

  /** Says whether the file has the lock of this id. */
  boolean has(String id) {
    return lock != null && id.equals(lock.wopiId());
  }

  /** The refusal of a request that does not know the lock. */
  WopiMismatchException mismatch(String message) {
    return new WopiMismatchException(id(), lock == null && other != null, message);
  }

  /** The id of the lock; empty if there is none. */
  String id() {
    return lock == null || lock.wopiId() == null ? "" : lock.wopiId();
  }
}
