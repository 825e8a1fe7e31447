package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the owner of requests that leave it to the client: a new one for each, so that two
 * requests of one sub-account exclude each other also within one process. Safe for use by many
 * threads.
 */
final class Owners {
  private final String client;
  private final Leases leases;
  private final AtomicLong asked = new AtomicLong();

  /**
   * None yet.
   *
   * @param client begins each session; no other client has it
   */
  Owners(String client, Leases leases) {
    this.client = client;
    this.leases = leases;
  }

  /**
   * The owner of the first lock of this client that the request names in {@code holding}, otherwise
   * a new one.
   */
  Owner of(LockRequest request) {
    Owner known = known(request);
    return known == null
        ? new Owner(request.subAccount(), client + "." + asked.incrementAndGet())
        : known;
  }

  /**
   * The owner of a job. A job outlives its client, and must be the same request when another client
   * asks again. So its session is its lock's id, unless it names a held lock in {@code holding}.
   */
  Owner ofJob(LockRequest request, String lockId) {
    Owner known = known(request);
    return known == null ? new Owner(request.subAccount(), lockId) : known;
  }

  private @Nullable Owner known(LockRequest request) {
    return request.owner() == null ? holder(request) : request.owner();
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
