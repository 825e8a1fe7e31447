package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reads and writes endings, in events and in ids, see {@code includes/remember.lua}. */
final class Endings {
  private static final int ENDED = 3;
  private static final int DIGEST_BYTES = 16;

  private Endings() {}

  static Released released(
      EventHead head,
      Subject subject,
      ReleaseReason reason,
      @Nullable Long token,
      @Nullable Long heldMs,
      DetailParts details,
      WorkOutcome outcome,
      boolean repeated) {
    CommandBytes operator = details.operator;
    return new Released(
        head,
        subject,
        reason,
        reason.name(),
        token,
        heldMs,
        operator == null || operator.lock() == null
            ? details.endsBy
            : operator.lock().owner().subAccount(),
        operator == null ? null : operator.said(),
        details.replacedBy,
        outcome,
        repeated);
  }

  static Rejected rejected(
      EventHead head,
      @Nullable Subject subject,
      RejectReason reason,
      DetailParts details,
      boolean repeated) {
    return new Rejected(
            head,
            subject,
            reason,
            reason.message(),
            details.field,
            details.limit,
            details.blockedBy.listed(),
            details.blockedBy.more(),
            details.retryAfterMs,
            details.expectedPartition,
            details.cycle,
            details.cycleCut,
            movedTo(subject, details),
            repeated)
        .asOf(details.movedSeq);
  }

  private static @Nullable LockPath movedTo(@Nullable Subject subject, DetailParts details) {
    LockPath sent = details.movedTo;
    boolean withoutCase = subject instanceof LockFields lock && lock.isWithoutCase();
    return sent != null && withoutCase ? sent.withoutCase() : sent;
  }

  static Rejected invalid(EventHead head, String message, @Nullable String field) {
    return Rejected.plain(head, null, RejectReason.INVALID, message, field);
  }

  /** A remembered ending as it stands in ids. */
  static EndedRequest read(ByteBuf in) {
    in.skipBytes(1 + Long.BYTES);
    long endedAt = in.readLong();
    EventType type = EventType.known().get(in.readUnsignedByte() - RenderedLua.FIRST_NUMBER);
    int reason = in.readUnsignedByte() - RenderedLua.FIRST_NUMBER;
    byte[] digest = new byte[DIGEST_BYTES];
    in.readBytes(digest);
    in.skipBytes(Names.BYTES);
    DetailParts details = DetailParts.read(in.readSlice(in.readUnsignedShort()));
    LockBytes.Who who = LockBytes.Who.read(in);
    return new EndedRequest(
        who.account(),
        who.lockId(),
        who.owner(),
        endedAt,
        HexFormat.of().formatHex(digest),
        new Ending(
            type == EventType.RELEASED
                ? ReleaseReason.known().get(reason)
                : RejectReason.known().get(reason),
            details.token,
            details.heldMs,
            details.field),
        who.replyTo());
  }

  /**
   * Writes a remembered ending as it stands in ids.
   *
   * @param number the number of the ending
   */
  static byte[] write(EndedRequest ended, long number) {
    Ending ending = ended.ending();
    ByteBuf details = Unpooled.buffer();
    if (ending.token() != null && ending.heldMs() != null) {
      details.writeByte('T').writeLong(ending.token()).writeLong(ending.heldMs());
    }
    if (ending.field() != null) {
      details.writeByte(ending.field().equals(DetailParts.HOLDING) ? 'F' : 'V');
    }
    ByteBuf out = Unpooled.buffer(256);
    out.writeByte(ENDED).writeLong(number).writeLong(ended.endedAt());
    out.writeByte(RenderedLua.number(ending.type()))
        .writeByte(RenderedLua.number((Enum<?>) ending.reason()));
    out.writeBytes(HexFormat.of().parseHex(ended.digest()));
    out.writeBytes(new Names().owner(ended.account(), ended.owner()));
    out.writeShort(details.readableBytes()).writeBytes(details);
    new LockBytes.Who(
            ended.account(), ended.lockId(), ended.owner(), ended.replyTo(), Operation.CUSTOM)
        .write(out);
    return Texts.bytes(out);
  }
}
