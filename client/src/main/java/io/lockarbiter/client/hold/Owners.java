package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * For whom requests are sent that leave it to the client. Safe for use by many threads.
 *
 * @param session the client's own
 */
record Owners(String session, Leases leases) {
  /** The owner of the first lock of this client that the request holds; else this client. */
  Owner of(LockRequest request) {
    if (request.owner() != null) {
      return request.owner();
    }
    Owner holder = holder(request);
    return holder == null ? new Owner(request.subAccount(), session) : holder;
  }

  /**
   * A job outlives its client, and is the same request when another client asks again: its session
   * is its lock's id, unless it is to go on from a lock that is held.
   */
  Owner ofJob(LockRequest request, String lockId) {
    return request.owner() == null && request.holding().isEmpty()
        ? new Owner(request.subAccount(), lockId)
        : of(request);
  }

  private @Nullable Owner holder(LockRequest request) {
    for (String lockId : request.holding()) {
      Owner owner = leases.owner(new LockKey(request.account(), lockId));
      if (owner != null && owner.subAccount().equals(request.subAccount())) {
        return owner;
      }
    }
    return null;
  }
}
