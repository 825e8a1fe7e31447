package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.Asked;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A held lock or a waiting request as it stands in ids, see {@code includes/records.lua}.
 *
 * @param number token or arrival
 * @param since grantedAt or requestedAt
 * @param until expiresAt or deadline
 * @param asked the traces of requests to yield; null if there are none
 */
record StoredLock(
    boolean isHeld,
    long number,
    long since,
    long until,
    long waitedMs,
    LockBytes lock,
    @Nullable Asked asked) {
  private static final int HELD = 1;
  private static final int WAITING = 2;
  private static final int LOCK_OFFSET = 1 + 3 * Long.BYTES + Integer.BYTES + 1;

  static StoredLock read(ByteBuf in) {
    boolean isHeld = in.readByte() == HELD;
    long number = in.readLong();
    long since = in.readLong();
    long until = in.readLong();
    long waitedMs = in.readUnsignedInt();
    boolean wasAsked = in.readUnsignedByte() > 0;
    LockBytes lock = LockBytes.read(in);
    Asked asked = wasAsked ? asked(in) : null;
    return new StoredLock(isHeld, number, since, until, waitedMs, lock, asked);
  }

  /** Reads ASKED, see {@code includes/parse_asked.lua}. */
  private static Asked asked(ByteBuf in) {
    long at = in.readLong();
    long endsAt = in.readLong();
    return endsAt == 0 ? new Asked(at, null, null) : new Asked(at, endsAt, Texts.readOptional(in));
  }

  private byte[] askedBytes() {
    if (asked == null) {
      return new byte[0];
    }
    ByteBuf out = Unpooled.buffer();
    Long endsAt = asked.endsAt();
    out.writeLong(asked.at()).writeLong(endsAt == null ? 0 : endsAt);
    if (endsAt != null) {
      Texts.write(out, asked.endsBy());
    }
    return Texts.bytes(out);
  }

  /** Writes the record as it stands in ids. */
  byte[] write() {
    LockBytes.Who who = lock.who();
    byte[] bytes =
        LockBytes.of(new Acquire(who.account(), who.replyTo(), lock.fields()), new Packing());
    byte[] behind = askedBytes();
    return ByteBuffer.allocate(LOCK_OFFSET + bytes.length + behind.length)
        .put((byte) (isHeld ? HELD : WAITING))
        .putLong(number)
        .putLong(since)
        .putLong(until)
        .putInt((int) waitedMs)
        .put((byte) behind.length)
        .put(bytes)
        .put(behind)
        .array();
  }

  /** The LOCK inside a written record. */
  static ByteBuf lockOf(byte[] record) {
    return Texts.of(record).skipBytes(LOCK_OFFSET);
  }

  static StoredLock of(HeldLock held) {
    LockBytes lock = lock(held.account(), held.replyTo(), held.fields());
    return new StoredLock(
        true,
        held.token(),
        held.grantedAt(),
        held.expiresAt(),
        held.waitedMs(),
        lock,
        held.asked());
  }

  static StoredLock of(WaitingRequest request) {
    LockBytes lock = lock(request.account(), request.replyTo(), request.fields());
    return new StoredLock(
        false, request.arrival(), request.requestedAt(), request.deadline(), 0, lock, null);
  }

  private static LockBytes lock(String account, @Nullable String replyTo, LockFields fields) {
    return new LockBytes(
        new LockBytes.Who(account, fields.lockId(), fields.owner(), replyTo, fields.operation()),
        fields);
  }

  /** As in {@link HeldLock}. */
  @Nullable Long toldEndsAt() {
    return asked == null || !lock.fields().isBound() ? null : asked.endsAt();
  }

  HeldLock asHeld() {
    LockBytes.Who who = lock.who();
    return new HeldLock(
        who.account(), lock.fields(), who.replyTo(), number, since, until, waitedMs, asked);
  }

  WaitingRequest asWaiting() {
    LockBytes.Who who = lock.who();
    return new WaitingRequest(who.account(), lock.fields(), who.replyTo(), number, since, until);
  }
}
