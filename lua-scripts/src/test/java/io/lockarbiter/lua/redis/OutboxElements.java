package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.EventType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The two elements of the outbox that {@code includes/emit.lua} makes of an event, without a Redis.
 */
record OutboxElements(byte[] head, byte[] subject) {
  private static final byte[] NO_COMMAND = {};
  private static final int IS_ANSWER = 2;
  private static final int IS_RECORD = 4;
  private static final int HELD = 1;
  private static final int REPEAT_MS = 60_000;

  /** The elements of an immediate grant. */
  static OutboxElements granted(Acquire acquire, long seq, long at, long offset) {
    return new OutboxElements(
        head(EventType.GRANTED, 0, IS_ANSWER | IS_RECORD, seq, at, offset, NO_COMMAND),
        held(acquire, seq, at));
  }

  /** The elements of the release of a lock that was granted as {@code token}. */
  static OutboxElements released(
      Release release,
      Acquire acquire,
      long token,
      long grantedAt,
      long seq,
      long at,
      long offset) {
    byte[] command = CommandBytes.of(release, new Packing());
    return new OutboxElements(
        head(EventType.RELEASED, RenderedLua.FIRST_NUMBER, IS_RECORD, seq, at, offset, command),
        held(acquire, token, grantedAt));
  }

  private static byte[] head(
      EventType type, int reason, int flags, long seq, long at, long offset, byte[] command) {
    ByteBuf out = Unpooled.buffer();
    out.writeLong(seq).writeByte(RenderedLua.FIRST_NUMBER + type.ordinal()).writeByte(reason);
    out.writeByte(flags).writeLong(at).writeLong(offset).writeInt(REPEAT_MS);
    return Texts.bytes(out.writeInt(command.length).writeBytes(command));
  }

  private static byte[] held(Acquire acquire, long token, long grantedAt) {
    ByteBuf out = Unpooled.buffer();
    out.writeByte(HELD).writeLong(token).writeLong(grantedAt);
    out.writeLong(grantedAt + acquire.fields().leaseMs()).writeInt(0).writeByte(0);
    return Texts.bytes(out.writeBytes(LockBytes.of(acquire, new Packing())));
  }
}
