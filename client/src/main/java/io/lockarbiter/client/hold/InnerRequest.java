package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.Owner;

/** A request for one more lock while a lease is held. */
final class InnerRequest {
  private InnerRequest() {}

  /**
   * The request with the lease's owner, which names in {@code holding} all locks that were acquired
   * one within another.
   *
   * @throws IllegalArgumentException if the request is of another account or owner
   */
  static LockRequest of(HeldLease lease, LockRequest request) {
    Owner owner = lease.lock().owner();
    boolean isOfOwner =
        request.owner() == null
            ? request.subAccount().equals(owner.subAccount())
            : request.owner().equals(owner);
    if (!request.account().equals(lease.account()) || !isOfOwner) {
      throw new IllegalArgumentException(
          "account=%s subAccount=%s owner=%s, expected those of the lease: account=%s owner=%s"
              .formatted(
                  request.account(),
                  request.subAccount(),
                  request.owner(),
                  lease.account(),
                  owner));
    }
    LockRequest asked = request.owner(owner).holding(lease.lockId());
    for (HeldLease each : lease.outer()) {
      // A released lock blocks nobody, and naming it would get the request refused.
      if (each.isHeld() && asked.holding().size() < Acquire.MAX_HOLDING) {
        asked = asked.holding(each.lockId());
      }
    }
    return asked;
  }
}
