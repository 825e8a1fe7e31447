package io.lockarbiter.lua.redis;

import static java.util.Objects.requireNonNull;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.codec.JsonBuffer;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Reason;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.EncodedEvent;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** An event as the scripts keep it in the outbox, decoded; see {@code includes/emit.lua}. */
final class OutboxEvent {
  private static final int IS_REPEATED = 1;
  private static final int IS_ANSWER = 2;
  private static final int IS_RECORD = 4;

  private final long seq;
  private final EventType type;
  private final int reason;
  private final int flags;
  private final long at;
  private final Cause cause;
  private final int repeatMs;
  private final @Nullable CommandBytes command;
  private final DetailParts details;
  private final @Nullable StoredLock record;
  private final @Nullable LockBytes lock;

  private OutboxEvent(int partition, ByteBuf head, ByteBuf subject) {
    seq = head.readLong();
    type = EventType.known().get(head.readUnsignedByte() - RenderedLua.FIRST_NUMBER);
    reason = head.readUnsignedByte() - RenderedLua.FIRST_NUMBER;
    flags = head.readUnsignedByte();
    at = head.readLong();
    cause = new Cause(partition, head.readLong());
    repeatMs = head.readInt();
    int commandLength = head.readInt();
    command = commandLength == 0 ? null : CommandBytes.read(head.readSlice(commandLength));
    details = DetailParts.read(head);
    record = has(IS_RECORD) ? StoredLock.read(subject) : null;
    lock = record != null ? record.lock() : subject.isReadable() ? LockBytes.read(subject) : null;
  }

  /**
   * Makes the published event from its two elements of the outbox.
   *
   * @param buffer for use meanwhile; one serves many events in turn
   */
  static EncodedEvent encode(int partition, byte[] head, byte[] subject, JsonBuffer buffer) {
    return new OutboxEvent(partition, Texts.of(head), Texts.of(subject)).encode(buffer);
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private EncodedEvent encode(JsonBuffer buffer) {
    Event event = event();
    Reason told = event.reason();
    return new EncodedEvent(
        seq,
        type,
        told == null ? null : told.name(),
        event.head().account(),
        event.subject() == null ? null : event.subject().lockId(),
        replyTo(),
        lockReplyTo(),
        event.repeated(),
        repeatMs,
        EventCodec.encode(event, buffer));
  }

  private @Nullable String replyTo() {
    if (command != null) {
      return command.replyTo();
    }
    return has(IS_ANSWER) ? requireNonNull(lock).who().replyTo() : null;
  }

  private @Nullable String lockReplyTo() {
    if (details.toldAgain != null) {
      return details.toldAgain.replyTo();
    }
    return lock == null ? null : lock.who().replyTo();
  }

  private Event event() {
    EventHead head = head();
    boolean repeated = has(IS_REPEATED);
    return switch (type) {
      case GRANTED -> {
        StoredLock held = requireNonNull(record);
        yield new Granted(
            head,
            held.lock().fields(),
            held.number(),
            held.until(),
            held.waitedMs(),
            details.cut,
            held.toldEndsAt(),
            repeated);
      }
      case QUEUED -> {
        StoredLock waiting = requireNonNull(record);
        yield new Queued(
            head,
            waiting.lock().fields(),
            details.position,
            waiting.until(),
            waiting.since(),
            details.blockedBy.listed(),
            details.blockedBy.more(),
            repeated);
      }
      case RENEWED -> {
        StoredLock held = requireNonNull(record);
        yield new Renewed(
            head,
            held.lock().fields(),
            held.number(),
            held.until(),
            held.since(),
            held.waitedMs(),
            details.cut,
            held.toldEndsAt(),
            details.tellsDeclined ? requireNonNull(command).said() : null);
      }
      case YIELD_REQUESTED ->
          yieldRequested(
              head,
              requireNonNull(record),
              command == null ? requireNonNull(details.operator) : command);
      case TOLD -> {
        StoredLock held = requireNonNull(record);
        yield new Told(
            head,
            held.lock().fields(),
            held.number(),
            held.until(),
            held.since(),
            held.waitedMs(),
            details.cut.maxHoldMs(),
            held.toldEndsAt());
      }
      case RELEASED_ALL ->
          new ReleasedAll(
              head,
              requireNonNull(requireNonNull(command).owner()),
              details.released,
              details.cancelled,
              details.more);
      case KEPT_ALIVE -> {
        DetailParts.Alive session = requireNonNull(details.alive);
        yield new KeptAlive(
            head,
            requireNonNull(requireNonNull(command).owner()),
            session.leaseMs(),
            session.beganAt(),
            session.expiresAt(),
            session.cutLeaseMs());
      }
      case RELEASED -> released(head, requireNonNull(subject()));
      case REJECTED -> rejected(head, subject());
      case UNKNOWN -> throw new IllegalStateException("no script makes such an event");
    };
  }

  private YieldRequested yieldRequested(EventHead head, StoredLock held, CommandBytes asked) {
    Owner by = requireNonNull(asked.owner());
    return new YieldRequested(
        head,
        held.lock().fields(),
        held.number(),
        held.until(),
        held.since(),
        held.waitedMs(),
        by.subAccount(),
        by.session(),
        asked.said(),
        details.graceMs,
        requireNonNull(held.asked()).endsAt());
  }

  private EventHead head() {
    if (command != null) {
      return new EventHead(seq, at, command.account(), command.commandId(), cause);
    }
    LockBytes.Who who = requireNonNull(lock).who();
    return new EventHead(seq, at, who.account(), who.lockId(), cause);
  }

  private @Nullable Subject subject() {
    if (lock != null) {
      return lock.fields();
    }
    return command == null ? null : command.lock();
  }

  private Released released(EventHead head, Subject subject) {
    boolean ends = record != null && record.isHeld();
    return Endings.released(
        head,
        subject,
        ReleaseReason.known().get(reason),
        ends ? Long.valueOf(requireNonNull(record).number()) : details.token,
        ends ? Long.valueOf(at - requireNonNull(record).since()) : details.heldMs,
        details,
        Claims.outcome(details.claims, command == null ? null : command.said()),
        has(IS_REPEATED));
  }

  private Rejected rejected(EventHead head, @Nullable Subject subject) {
    RejectReason told = RejectReason.known().get(reason);
    if (told == RejectReason.INVALID) {
      CommandBytes invalid = requireNonNull(command);
      return Endings.invalid(head, requireNonNull(invalid.message()), invalid.field());
    }
    return Endings.rejected(head, subject, told, details, has(IS_REPEATED));
  }
}
