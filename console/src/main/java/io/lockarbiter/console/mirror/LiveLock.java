package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.WaitingRequest;
import org.jspecify.annotations.Nullable;

/**
 * A held lock or a waiting request; all times are log time, epoch ms.
 *
 * @param number token if it is held, else the {@code seq} of its {@code queued} event
 * @param since time of the grant, or of the request if it waits
 * @param until when its lease or its wait ends; if it is held and bound, when its session ends, or
 *     itself if that is earlier
 * @param ownEnd when it ends however long its session is kept alive, {@link LockFields#NO_END} if
 *     never; of all that is not held and bound, {@code until}
 * @param waitedMs from request to grant; 0 if it waits
 */
public record LiveLock(
    LockFields fields,
    boolean waiting,
    long number,
    long since,
    long until,
    long ownEnd,
    long waitedMs) {

  /** A lock or request whose end depends on no session. */
  LiveLock(LockFields fields, boolean waiting, long number, long since, long until, long waitedMs) {
    this(fields, waiting, number, since, until, until, waitedMs);
  }

  static LiveLock of(HeldUntil held) {
    HeldLock lock = held.lock();
    return new LiveLock(
        lock.fields(),
        false,
        lock.token(),
        lock.grantedAt(),
        held.until(),
        lock.expiresAt(),
        lock.waitedMs());
  }

  static LiveLock of(WaitingRequest request) {
    return new LiveLock(
        request.fields(), true, request.arrival(), request.requestedAt(), request.deadline(), 0);
  }

  static LiveLock of(Granted granted) {
    LiveLock told =
        new LiveLock(
            granted.subject(),
            false,
            granted.token(),
            granted.head().at(),
            granted.expiresAt(),
            granted.waitedMs());
    return told.ending(granted.cut().maxHoldMs(), granted.endsAt());
  }

  static LiveLock of(Renewed renewed) {
    LiveLock told =
        new LiveLock(
            renewed.subject(),
            false,
            renewed.token(),
            renewed.grantedAt(),
            renewed.expiresAt(),
            renewed.waitedMs());
    return told.ending(renewed.cut().maxHoldMs(), renewed.endsAt());
  }

  static LiveLock of(YieldRequested asked) {
    LiveLock told =
        new LiveLock(
            asked.subject(),
            false,
            asked.token(),
            asked.grantedAt(),
            asked.expiresAt(),
            asked.waitedMs());
    return told.ending(/* cutMaxHoldMs= */ null, asked.endsAt());
  }

  /** The lock with its own end, if it is bound, from what an event tells. */
  private LiveLock ending(@Nullable Long cutMaxHoldMs, @Nullable Long endsAt) {
    long longest = HeldLock.ownEnd(fields, since, cutMaxHoldMs);
    return isBound() ? until(until, endsAt == null ? longest : Math.min(longest, endsAt)) : this;
  }

  /**
   * The lock with the own end that it had before, if that is earlier: a request to yield does not
   * tell all of it.
   */
  LiveLock notLongerThan(@Nullable LiveLock before) {
    if (before == null || before.waiting || before.number != number || !isBound()) {
      return this;
    }
    return until(until, Math.min(ownEnd, before.ownEnd));
  }

  static LiveLock of(Queued queued) {
    return new LiveLock(
        queued.subject(), true, queued.head().seq(), queued.requestedAt(), queued.deadline(), 0);
  }

  /** Says whether it is held, and lives as long as its owner's session. */
  public boolean isBound() {
    return !waiting && fields.isBound();
  }

  /** Returns when it ends if its session, to which it is bound, ends then. */
  long untilIn(long sessionEnd) {
    return Math.min(ownEnd, sessionEnd);
  }

  /** The lock in a session that ends then. */
  LiveLock inSession(long sessionEnd) {
    return until(untilIn(sessionEnd), ownEnd);
  }

  private LiveLock until(long newUntil, long newOwnEnd) {
    return new LiveLock(fields, waiting, number, since, newUntil, newOwnEnd, waitedMs);
  }

  HeldLock asHeld(String account) {
    return new HeldLock(account, fields, null, number, since, ownEnd, waitedMs, /* asked= */ null);
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
