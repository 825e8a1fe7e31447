package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.codec.Fields.Word;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/** Reads and writes the members of each type of event beyond its head and subject. */
final class EventDetails {
  private final Fields fields;
  private final SubjectReader subjects;

  private EventDetails(Fields fields) {
    this.fields = fields;
    this.subjects = new SubjectReader(fields);
  }

  static JsonMembers write(JsonMembers out, Event event) {
    return switch (event.type()) {
      case GRANTED -> write(out, (Granted) event);
      case QUEUED -> write(out, (Queued) event);
      case RENEWED -> write(out, (Renewed) event);
      case RELEASED -> write(out, (Released) event);
      case REJECTED -> write(out, (Rejected) event);
      case YIELD_REQUESTED -> write(out, (YieldRequested) event);
      case TOLD -> write(out, (Told) event);
      case RELEASED_ALL -> write(out, (ReleasedAll) event);
      case KEPT_ALIVE -> write(out, (KeptAlive) event);
      case UNKNOWN -> out;
    };
  }

  static Event read(EventType type, EventHead head, Fields fields) throws BadFieldException {
    EventDetails details = new EventDetails(fields);
    return switch (type) {
      case GRANTED -> details.granted(head);
      case QUEUED -> details.queued(head);
      case RENEWED -> details.renewed(head);
      case RELEASED -> details.released(head);
      case REJECTED -> details.rejected(head);
      case YIELD_REQUESTED -> details.yieldRequested(head);
      case TOLD -> details.told(head);
      case RELEASED_ALL -> details.releasedAll(head);
      case KEPT_ALIVE -> details.keptAlive(head);
      case UNKNOWN -> throw new IllegalStateException("what it says is not known");
    };
  }

  private static JsonMembers write(JsonMembers out, Granted granted) {
    out.number("token", granted.token()).number("expiresAt", granted.expiresAt());
    return write(out, granted.cut())
        .optionalNumber("endsAt", granted.endsAt())
        .number("waitedMs", granted.waitedMs());
  }

  private Event granted(EventHead head) throws BadFieldException {
    return new Granted(
        head,
        subjects.lock(),
        number("token"),
        number("expiresAt"),
        number("waitedMs"),
        cut(),
        optionalNumber("endsAt"),
        fields.flag("repeated"));
  }

  private static JsonMembers write(JsonMembers out, Cut cut) {
    return out.optionalNumber("cutLeaseMs", cut.leaseMs())
        .optionalNumber("cutMaxHoldMs", cut.maxHoldMs());
  }

  private Cut cut() throws BadFieldException {
    Long leaseMs = optionalNumber("cutLeaseMs");
    Long maxHoldMs = optionalNumber("cutMaxHoldMs");
    return leaseMs == null && maxHoldMs == null ? Cut.NONE : new Cut(leaseMs, maxHoldMs);
  }

  private static JsonMembers write(JsonMembers out, Queued queued) {
    out.number("position", queued.position())
        .number("deadline", queued.deadline())
        .number("requestedAt", queued.requestedAt());
    return BlockedByCodec.write(out, queued.blockedBy(), queued.moreBlockers());
  }

  private Event queued(EventHead head) throws BadFieldException {
    BlockedBy blocked = BlockedByCodec.read(fields);
    return new Queued(
        head,
        subjects.lock(),
        (int) fields.whole("position", 1, Integer.MAX_VALUE),
        number("deadline"),
        number("requestedAt"),
        blocked.listed(),
        blocked.more(),
        fields.flag("repeated"));
  }

  private static JsonMembers write(JsonMembers out, Renewed renewed) {
    out.number("token", renewed.token()).number("expiresAt", renewed.expiresAt());
    return write(out, renewed.cut())
        .optionalNumber("endsAt", renewed.endsAt())
        .number("grantedAt", renewed.grantedAt())
        .number("waitedMs", renewed.waitedMs())
        .optionalText("declined", renewed.declined());
  }

  private Event renewed(EventHead head) throws BadFieldException {
    return new Renewed(
        head,
        subjects.lock(),
        number("token"),
        number("expiresAt"),
        number("grantedAt"),
        number("waitedMs"),
        cut(),
        optionalNumber("endsAt"),
        fields.optionalText("declined"));
  }

  private static JsonMembers write(JsonMembers out, Released released) {
    out.text("reason", released.reasonWord())
        .optionalNumber("token", released.token())
        .optionalNumber("heldMs", released.heldMs())
        .optionalText("by", released.by())
        .optionalText("comment", released.comment());
    LockWriter.optionalRef(out, "replacedBy", released.replacedBy());
    return LockWriter.outcome(out, released.outcome());
  }

  private Event released(EventHead head) throws BadFieldException {
    Word<ReleaseReason> reason =
        fields.word("reason", ReleaseReason.known(), ReleaseReason::name, ReleaseReason.UNKNOWN);
    return new Released(
        head,
        subjects.lockOrRef(),
        reason.meaning(),
        reason.text(),
        optionalNumber("token"),
        optionalNumber("heldMs"),
        fields.optionalText("by"),
        fields.optionalText("comment"),
        subjects.optionalRef("replacedBy"),
        new WorkOutcome(fields.flag("gone"), fields.flag("failed"), fields.optionalText("result")),
        fields.flag("repeated"));
  }

  private static JsonMembers write(JsonMembers out, Rejected rejected) {
    out.text("reason", rejected.reasonWord())
        .text("message", rejected.message())
        .optionalText("field", rejected.field())
        .optionalText("limit", rejected.limit());
    return BlockedByCodec.write(out, rejected.blockedBy(), rejected.moreBlockers())
        .optionalNumber("retryAfterMs", rejected.retryAfterMs())
        .optionalNumber("expectedPartition", rejected.expectedPartition())
        .texts("cycle", rejected.cycle())
        .claim("cycleCut", rejected.cycleCut())
        .optionalText("movedTo", rejected.movedTo())
        .optionalNumber("movedSeq", rejected.movedSeq());
  }

  private Event rejected(EventHead head) throws BadFieldException {
    Long expectedPartition = fields.optionalWhole("expectedPartition", 0, Integer.MAX_VALUE);
    BlockedBy blocked = BlockedByCodec.read(fields);
    Word<RejectReason> reason =
        fields.word("reason", RejectReason.known(), RejectReason::name, RejectReason.UNKNOWN);
    return new Rejected(
        head,
        subjects.optional(),
        reason.meaning(),
        reason.text(),
        fields.text("message"),
        fields.optionalText("field"),
        fields.optionalText("limit"),
        blocked.listed(),
        blocked.more(),
        optionalNumber("retryAfterMs"),
        expectedPartition == null ? null : Math.toIntExact(expectedPartition),
        fields.texts("cycle"),
        fields.flag("cycleCut"),
        subjects.optionalPath("movedTo"),
        optionalNumber("movedSeq"),
        fields.flag("repeated"));
  }

  private static JsonMembers write(JsonMembers out, YieldRequested asked) {
    return out.number("token", asked.token())
        .number("expiresAt", asked.expiresAt())
        .number("grantedAt", asked.grantedAt())
        .number("waitedMs", asked.waitedMs())
        .text("by", asked.by())
        .optionalText("bySession", asked.bySession())
        .optionalText("comment", asked.comment())
        .optionalNumber("graceMs", asked.graceMs())
        .optionalNumber("endsAt", asked.endsAt());
  }

  private Event yieldRequested(EventHead head) throws BadFieldException {
    return new YieldRequested(
        head,
        subjects.lock(),
        number("token"),
        number("expiresAt"),
        number("grantedAt"),
        number("waitedMs"),
        fields.text("by"),
        fields.optionalText("bySession"),
        fields.optionalText("comment"),
        optionalNumber("graceMs"),
        optionalNumber("endsAt"));
  }

  private static JsonMembers write(JsonMembers out, Told told) {
    return out.number("token", told.token())
        .number("expiresAt", told.expiresAt())
        .optionalNumber("cutMaxHoldMs", told.cutMaxHoldMs())
        .optionalNumber("endsAt", told.endsAt())
        .number("grantedAt", told.grantedAt())
        .number("waitedMs", told.waitedMs());
  }

  private Event told(EventHead head) throws BadFieldException {
    return new Told(
        head,
        subjects.lock(),
        number("token"),
        number("expiresAt"),
        number("grantedAt"),
        number("waitedMs"),
        optionalNumber("cutMaxHoldMs"),
        optionalNumber("endsAt"));
  }

  private static JsonMembers write(JsonMembers out, ReleasedAll all) {
    return LockWriter.owner(out, all.owner())
        .number("released", all.released())
        .number("cancelled", all.cancelled())
        .claim("more", all.more());
  }

  private Event releasedAll(EventHead head) throws BadFieldException {
    return new ReleasedAll(
        head,
        SubjectReader.owner(fields),
        (int) fields.whole("released", 0, Integer.MAX_VALUE),
        (int) fields.whole("cancelled", 0, Integer.MAX_VALUE),
        fields.flag("more"));
  }

  private static JsonMembers write(JsonMembers out, KeptAlive kept) {
    return LockWriter.owner(out, kept.owner())
        .number("leaseMs", kept.leaseMs())
        .number("beganAt", kept.beganAt())
        .number("expiresAt", kept.expiresAt())
        .optionalNumber("cutLeaseMs", kept.cutLeaseMs());
  }

  private Event keptAlive(EventHead head) throws BadFieldException {
    return new KeptAlive(
        head,
        new Owner(fields.text("subAccount"), fields.text("session")),
        number("leaseMs"),
        number("beganAt"),
        number("expiresAt"),
        optionalNumber("cutLeaseMs"));
  }

  private long number(String name) throws BadFieldException {
    return fields.whole(name, 0, Long.MAX_VALUE);
  }

  private @Nullable Long optionalNumber(String name) throws BadFieldException {
    return fields.optionalWhole(name, 0, Long.MAX_VALUE);
  }
}
