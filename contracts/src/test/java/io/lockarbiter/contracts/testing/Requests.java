package io.lockarbiter.contracts.testing;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests in the account acme, answered to gw; lengths of time in ms. */
public final class Requests {
  private static final long LEASE_MS = 30_000;

  private Requests() {}

  /** An upload; a lease of 0 is bound to the session. */
  public static Acquire upload(
      String id, Owner owner, String where, long leaseMs, long waitMs, long maxHoldMs) {
    LockPath path = LockPath.of(where);
    return of(id, owner, Operation.UPLOAD, path, null, leaseMs, waitMs, maxHoldMs, null);
  }

  /** An operation on one path, with a lease of 30 s, maybe in the place of another lock. */
  public static Acquire on(
      String id,
      Owner owner,
      Operation operation,
      String where,
      long waitMs,
      @Nullable LockRef replaces) {
    LockPath path = LockPath.of(where);
    return of(id, owner, operation, path, null, LEASE_MS, waitMs, 0, replaces);
  }

  /** An operation with a lease of 30 s, from one path to another if it has two. */
  public static Acquire from(
      String id,
      Owner owner,
      Operation operation,
      String where,
      @Nullable String destination,
      long waitMs) {
    LockPath to = destination == null ? null : LockPath.of(destination);
    return of(id, owner, operation, LockPath.of(where), to, LEASE_MS, waitMs, 0, null);
  }

  private static Acquire of(
      String id,
      Owner owner,
      Operation operation,
      LockPath from,
      @Nullable LockPath to,
      long leaseMs,
      long waitMs,
      long maxHoldMs,
      @Nullable LockRef replaces) {
    return new Acquire(
        "acme",
        "gw",
        new LockFields(
            id,
            owner,
            operation,
            from,
            to,
            operation.targets(from, to),
            leaseMs,
            waitMs,
            maxHoldMs,
            List.of(),
            replaces,
            new TreeMap<>()));
  }
}
