package io.lockarbiter.webdav;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lock tokens of a request. They decide in whose name its short lock is asked for: the arbiter
 * refuses a write that meets a lock of another owner. Locks of the same owner it does not refuse,
 * so their tokens are compared here, once the short lock is held and the locks can no longer change
 * unseen.
 */
final class TokenCheck {
  private final WebdavPlace place;
  private final Set<String> submitted;
  private @Nullable LockTable table;
  private boolean isOwned;

  private TokenCheck(WebdavPlace place, Set<String> submitted, @Nullable LockTable table) {
    this.place = place;
    this.submitted = submitted;
    this.table = table;
  }

  /** The check of a request that names no token. */
  static TokenCheck without(WebdavPlace place) {
    return new TokenCheck(place, Set.of(), null);
  }

  /** The check of a request that names these tokens. */
  static TokenCheck of(WebdavPlace place, Set<String> submitted, LockTable table) {
    return new TokenCheck(place, submitted, table);
  }

  /** The request in the name of the locks whose tokens it names. */
  LockRequest owned(LockRequest request, LockDesk desk) throws RefusedException, IOException {
    LockTable before = table;
    if (before == null || submitted.isEmpty()) {
      return request;
    }
    List<DavLock> own = inWay(before, request).filter(this::isSubmitted).distinct().toList();
    Owner owner = desk.commonOwner(own, before.newestAt());
    isOwned = owner != null;
    if (owner == null) {
      return request;
    }
    LockRequest owned = request.owner(owner);
    for (DavLock lock : own.subList(0, Math.min(own.size(), Acquire.MAX_HOLDING))) {
      if (lock.owner().equals(owner)) {
        // Then those who wait for its end are not in the way.
        owned = owned.holding(lock.lockId());
      }
    }
    return owned;
  }

  /** Says whether its short lock has the owner of others, whose tokens are then to be compared. */
  boolean isOwned() {
    return isOwned;
  }

  private boolean isSubmitted(DavLock lock) {
    return lock.uuid() != null
        && submitted.contains(lock.uuid())
        && lock.member().equals(place.subAccount());
  }

  /** The locks at, above and below what the request changes. */
  private static Stream<DavLock> inWay(LockTable table, LockRequest request) {
    List<DavLock> all = new ArrayList<>();
    for (Target target : request.targets()) {
      if (target.mode() != Mode.READ) {
        all.addAll(table.covering(request.account(), target.path()));
        all.addAll(table.within(request.account(), target.path()));
      }
    }
    return all.stream().filter(lock -> lock.uuid() != null);
  }

  /**
   * Finds out whether the request names the tokens of all locks that its owner has there.
   *
   * @param now with everything up to the grant of the lease
   * @throws RefusedException if one is missing
   */
  void check(LockTable now, LockRequest request, Lease lease) throws RefusedException {
    table = now;
    List<DavLock> missing =
        inWay(now, request)
            .filter(lock -> lock.owner().equals(lease.lock().owner()))
            .filter(lock -> !isCovered(now, lock))
            .toList();
    if (!missing.isEmpty()) {
      throw new RefusedException(
          423,
          "lock-token-submitted",
          missing.stream().map(DavLock::path).distinct().toList(),
          "the request does not name the tokens of all locks");
    }
  }

  /** One token is enough for shared locks at one place. */
  private boolean isCovered(LockTable now, DavLock lock) {
    return isSubmitted(lock)
        || lock.isShared()
            && now.within(lock.account(), lock.path()).stream()
                .anyMatch(
                    other ->
                        other.isShared() && other.path().equals(lock.path()) && isSubmitted(other));
  }

  /** Ends the locks of a tree that is gone. */
  void releaseWithin(LockPath root, LockDesk desk) throws IOException {
    LockTable last = table;
    if (last != null && isOwned) {
      for (DavLock lock : last.within(place.account(), root)) {
        if (lock.uuid() != null) {
          boolean unused = desk.release(lock);
        }
      }
    }
  }
}
