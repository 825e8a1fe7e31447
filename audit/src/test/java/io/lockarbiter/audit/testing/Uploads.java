package io.lockarbiter.audit.testing;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.TreeMap;

/** Requests for uploads in the account acme, answered to gw. */
public final class Uploads {
  private Uploads() {}

  /** A request whose lengths of time are all said, ms; a lease of 0 is bound to the session. */
  public static Acquire of(
      String id, Owner owner, String where, long leaseMs, long waitMs, long maxHoldMs) {
    LockPath path = LockPath.of(where);
    return new Acquire(
        "acme",
        "gw",
        new LockFields(
            id,
            owner,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            leaseMs,
            waitMs,
            maxHoldMs,
            List.of(),
            null,
            new TreeMap<>()));
  }
}
