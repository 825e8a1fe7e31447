package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an event of version 1. */
final class EventReader {
  private static final List<EventType> TYPES = List.of(EventType.values());
  private static final List<ReleaseReason> RELEASE_REASONS = List.of(ReleaseReason.values());
  private static final List<RejectReason> REJECT_REASONS = List.of(RejectReason.values());
  private static final List<Relation> RELATIONS = List.of(Relation.values());

  private final Fields fields;
  private final SubjectReader subjects;

  EventReader(Fields fields) {
    this.fields = fields;
    this.subjects = new SubjectReader(fields);
  }

  Event read() throws BadFieldException {
    fields.whole("v", CommandCodec.VERSION, CommandCodec.VERSION);
    EventType type = fields.choice("type", TYPES, EventType::text);
    EventHead head = head();
    return switch (type) {
      case GRANTED -> granted(head, subjects.lock());
      case QUEUED -> queued(head, subjects.lock());
      case RENEWED -> renewed(head, subjects.lock());
      case RELEASED -> released(head, subjects.lockOrRef());
      case REJECTED -> rejected(head, subjects.optional());
    };
  }

  private EventHead head() throws BadFieldException {
    Fields cause = fields.object("cause");
    return new EventHead(
        fields.whole("seq", 1, Long.MAX_VALUE),
        number("at"),
        fields.text("account"),
        fields.text("commandId"),
        new Cause(
            (int) cause.whole("partition", 0, Integer.MAX_VALUE),
            cause.whole("offset", 0, Long.MAX_VALUE)));
  }

  private long number(String name) throws BadFieldException {
    return fields.whole(name, 0, Long.MAX_VALUE);
  }

  private @Nullable Long optionalNumber(String name) throws BadFieldException {
    return fields.optionalWhole(name, 0, Long.MAX_VALUE);
  }

  private Event granted(EventHead head, LockFields lock) throws BadFieldException {
    return new Granted(
        head,
        lock,
        number("token"),
        number("expiresAt"),
        number("waitedMs"),
        fields.flag("repeated"));
  }

  private Event queued(EventHead head, LockFields lock) throws BadFieldException {
    return new Queued(
        head,
        lock,
        (int) fields.whole("position", 1, Integer.MAX_VALUE),
        number("deadline"),
        number("requestedAt"),
        blockers(),
        fields.flag("moreBlockers"),
        fields.flag("repeated"));
  }

  private Event renewed(EventHead head, LockFields lock) throws BadFieldException {
    return new Renewed(
        head, lock, number("token"), number("expiresAt"), number("grantedAt"), number("waitedMs"));
  }

  private Event released(EventHead head, Subject subject) throws BadFieldException {
    return new Released(
        head,
        subject,
        fields.choice("reason", RELEASE_REASONS, ReleaseReason::name),
        optionalNumber("token"),
        optionalNumber("heldMs"),
        fields.optionalText("by"),
        fields.optionalText("comment"),
        fields.flag("repeated"));
  }

  private Event rejected(EventHead head, @Nullable Subject subject) throws BadFieldException {
    Long expectedPartition = fields.optionalWhole("expectedPartition", 0, Integer.MAX_VALUE);
    return new Rejected(
        head,
        subject,
        fields.choice("reason", REJECT_REASONS, RejectReason::name),
        fields.text("message"),
        fields.optionalText("field"),
        blockers(),
        fields.flag("moreBlockers"),
        optionalNumber("retryAfterMs"),
        expectedPartition == null ? null : Math.toIntExact(expectedPartition),
        fields.texts("cycle"),
        fields.flag("repeated"));
  }

  private List<Blocker> blockers() throws BadFieldException {
    List<Blocker> blockers = new ArrayList<>();
    for (Object entry : fields.entries("blockedBy")) {
      blockers.add(blocker(fields.entry("blockedBy", blockers.size(), entry)));
    }
    return List.copyOf(blockers);
  }

  private static Blocker blocker(Fields blocker) throws BadFieldException {
    return new Blocker(
        blocker.text("lockId"),
        SubjectReader.owner(blocker),
        SubjectReader.operation(blocker),
        blocker.path("path"),
        TargetReader.mode(blocker),
        blocker.optionalWhole("expiresAt", 0, Long.MAX_VALUE),
        blocker.choice("relation", RELATIONS, Relation::name),
        blocker.flag("waiting"));
  }
}
