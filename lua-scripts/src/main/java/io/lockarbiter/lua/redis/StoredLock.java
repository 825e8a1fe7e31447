package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import io.netty.buffer.ByteBuf;

/**
 * A held lock or a waiting request as it stands in ids, see {@code includes/records.lua}.
 *
 * @param number token or arrival
 * @param since grantedAt or requestedAt
 * @param until expiresAt or deadline
 */
record StoredLock(
    boolean isHeld, long number, long since, long until, long waitedMs, LockBytes lock) {
  private static final int HELD = 1;

  static StoredLock read(ByteBuf in) {
    return new StoredLock(
        in.readByte() == HELD,
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readUnsignedInt(),
        LockBytes.read(in));
  }

  HeldLock asHeld() {
    LockBytes.Who who = lock.who();
    return new HeldLock(
        who.account(), lock.fields(), who.replyTo(), number, since, until, waitedMs);
  }

  WaitingRequest asWaiting() {
    LockBytes.Who who = lock.who();
    return new WaitingRequest(who.account(), lock.fields(), who.replyTo(), number, since, until);
  }
}
