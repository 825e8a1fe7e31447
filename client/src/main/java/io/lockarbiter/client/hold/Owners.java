package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the owner of requests that leave it to the client. Safe for use by many threads.
 *
 * @param session the session of the client
 */
record Owners(String session, Leases leases) {
  /**
   * The owner of the first lock of this client that the request names in {@code holding}, otherwise
   * the client's own.
   */
  Owner of(LockRequest request) {
    if (request.owner() != null) {
      return request.owner();
    }
    Owner holder = holder(request);
    return holder == null ? new Owner(request.subAccount(), session) : holder;
  }

  /**
   * The owner of a job. A job outlives its client, and must be the same request when another client
   * asks again. So its session is its lock's id, unless it names a held lock in {@code holding}.
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
