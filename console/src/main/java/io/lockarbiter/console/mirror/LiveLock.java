package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;

/**
 * A held lock or a waiting request; all times are log time, epoch ms.
 *
 * @param number token if it is held, else the {@code seq} of its {@code queued} event
 * @param since time of the grant, or of the request if it waits
 * @param until when its lease or its wait ends
 * @param waitedMs from request to grant; 0 if it waits
 */
public record LiveLock(
    LockFields fields, boolean waiting, long number, long since, long until, long waitedMs) {

  static LiveLock of(HeldLock lock) {
    return new LiveLock(
        lock.fields(), false, lock.token(), lock.grantedAt(), lock.expiresAt(), lock.waitedMs());
  }

  static LiveLock of(WaitingRequest request) {
    return new LiveLock(
        request.fields(), true, request.arrival(), request.requestedAt(), request.deadline(), 0);
  }

  static LiveLock of(Granted granted) {
    return new LiveLock(
        granted.subject(),
        false,
        granted.token(),
        granted.head().at(),
        granted.expiresAt(),
        granted.waitedMs());
  }

  static LiveLock of(Renewed renewed) {
    return new LiveLock(
        renewed.subject(),
        false,
        renewed.token(),
        renewed.grantedAt(),
        renewed.expiresAt(),
        renewed.waitedMs());
  }

  static LiveLock of(YieldRequested asked) {
    return new LiveLock(
        asked.subject(),
        false,
        asked.token(),
        asked.grantedAt(),
        asked.expiresAt(),
        asked.waitedMs());
  }

  static LiveLock of(Queued queued) {
    return new LiveLock(
        queued.subject(), true, queued.head().seq(), queued.requestedAt(), queued.deadline(), 0);
  }

  HeldLock asHeld(String account) {
    long end = fields.isBound() ? LockFields.NO_END : until;
    return new HeldLock(account, fields, null, number, since, end, waitedMs, /* asked= */ null);
  }

  WaitingRequest asWaiting(String account) {
    return new WaitingRequest(account, fields, null, number, since, until);
  }

  public String lockId() {
    return fields.lockId();
  }

  /** Returns the owner of the lock, or of the waiting request. */
  public Owner owner() {
    return fields.owner();
  }
}
