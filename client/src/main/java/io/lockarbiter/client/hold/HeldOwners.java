package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.lock.Owner;
import java.util.HashMap;
import java.util.Map;

/**
 * The owners in whose names this client holds locks, by account and sub-account. Used in the loop's
 * turns only.
 */
final class HeldOwners {
  private record Member(String account, String subAccount) {}

  private final Map<Member, Map<Owner, Integer>> locks = new HashMap<>();

  void add(HeldLease lease) {
    Owner owner = lease.lock().owner();
    locks
        .computeIfAbsent(memberOf(lease.account(), owner), member -> new HashMap<>(1))
        .merge(owner, 1, Integer::sum);
  }

  void remove(HeldLease lease) {
    Owner owner = lease.lock().owner();
    locks.computeIfPresent(
        memberOf(lease.account(), owner),
        (member, owners) -> {
          owners.computeIfPresent(owner, (same, count) -> count > 1 ? count - 1 : null);
          return owners.isEmpty() ? null : owners;
        });
  }

  /** Says whether the owner's sub-account holds a lock as another owner. */
  boolean holdsAsAnother(String account, Owner owner) {
    Map<Owner, Integer> owners = locks.getOrDefault(memberOf(account, owner), Map.of());
    return owners.size() > (owners.containsKey(owner) ? 1 : 0);
  }

  private static Member memberOf(String account, Owner owner) {
    return new Member(account, owner.subAccount());
  }
}
