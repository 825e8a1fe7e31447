package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Endings, of which events tell and which are remembered, see {@code includes/remember.lua}. */
final class Endings {
  private static final int DIGEST_BYTES = 16;

  private Endings() {}

  static Released released(
      EventHead head,
      Subject subject,
      ReleaseReason reason,
      @Nullable Long token,
      @Nullable Long heldMs,
      DetailParts details,
      boolean repeated) {
    CommandBytes operator = details.operator;
    return new Released(
        head,
        subject,
        reason,
        token,
        heldMs,
        operator == null || operator.lock() == null ? null : operator.lock().owner().subAccount(),
        operator == null ? null : operator.comment(),
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
        repeated);
  }

  static Rejected invalid(EventHead head, String message, @Nullable String field) {
    return Rejected.plain(head, null, RejectReason.INVALID, message, field);
  }

  /** A remembered ending as it stands in ids. */
  static EndedRequest read(ByteBuf in) {
    in.skipBytes(1 + Long.BYTES);
    long endedAt = in.readLong();
    EventType type = EventType.values()[in.readUnsignedByte() - RenderedLua.FIRST_NUMBER];
    int reason = in.readUnsignedByte() - RenderedLua.FIRST_NUMBER;
    byte[] digest = new byte[DIGEST_BYTES];
    in.readBytes(digest);
    in.skipBytes(Names.BYTES);
    DetailParts details = DetailParts.read(in.readSlice(in.readUnsignedShort()));
    LockBytes.Who who = LockBytes.Who.read(in);
    LockRef lock = new LockRef(who.lockId(), who.owner());
    EventHead head = new EventHead(0, endedAt, who.account(), who.lockId(), new Cause(0, 0));
    Event event =
        type == EventType.RELEASED
            ? released(
                head,
                lock,
                ReleaseReason.values()[reason],
                details.token,
                details.heldMs,
                details,
                false)
            : rejected(head, lock, RejectReason.values()[reason], details, false);
    return new EndedRequest(
        who.account(),
        who.lockId(),
        who.owner(),
        endedAt,
        HexFormat.of().formatHex(digest),
        type,
        EventCodec.details(event),
        who.replyTo());
  }
}
