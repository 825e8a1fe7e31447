package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of a request for a lock, from asking to end, as the events tell it; {@link #after} is
 * the one place where an event changes it. All times are log time, epoch ms.
 *
 * @param fields lock id, owner, operation, targets and what else was asked for
 * @param replyTo of the acquire, as the first event's headers have it; null if there is none
 * @param arrival {@code seq} of its {@code queued} event; 0 if it never waited or that is unknown
 * @param requestedAt when it was asked for
 * @param queuedAt when it began to wait; null if it never waited
 * @param deadline until when it would wait; null if it never waited
 * @param grantedAt null if it was never held
 * @param expiresAt end of the lease as last granted or renewed; null if it was never held
 * @param token fencing token; null if it was never held
 * @param renewals how often it was renewed
 * @param endsAt when it is released at the latest, as a request to yield said; null if none did
 * @param endsBy whose request that was; null if none said so, or it was not seen
 * @param blockedBy what stood in its way when it was queued or refused
 * @param end how it ended; null if it is held or waits at the end of the replay
 */
public record LockLife(
    int partition,
    String account,
    LockFields fields,
    @Nullable String replyTo,
    long arrival,
    long requestedAt,
    @Nullable Long queuedAt,
    @Nullable Long deadline,
    @Nullable Long grantedAt,
    @Nullable Long expiresAt,
    @Nullable Long token,
    int renewals,
    @Nullable Long endsAt,
    @Nullable String endsBy,
    List<Blocker> blockedBy,
    @Nullable LockEnd end) {

  /**
   * Returns a life after an event.
   *
   * @param before the held lock or waiting request with that id; null if nothing is known
   * @return null if the event changes no life: it repeats an answer, or answers about a lock only
   */
  public static @Nullable LockLife after(
      @Nullable LockLife before, int partition, RecordedEvent recorded) {
    Event event = recorded.event();
    if (event.repeated() || !(event.subject() instanceof LockFields fields)) {
      return null;
    }
    LockLife known =
        before == null
            ? begun(partition, recorded, fields, event.head().at(), 0, null, null, List.of())
            : before;
    return switch (event.type()) {
      case QUEUED -> queued(partition, recorded, (Queued) event);
      case GRANTED -> granted(known, (Granted) event);
      case RENEWED -> renewed(known, (Renewed) event);
      case YIELD_REQUESTED -> asked(known, (YieldRequested) event);
      case TOLD -> told(known, (Told) event);
      case RELEASED -> released(known, before != null, (Released) event);
      case RELEASED_ALL, KEPT_ALIVE, UNKNOWN -> before;
      case REJECTED -> {
        Rejected rejected = (Rejected) event;
        LockEnd end = LockEnd.of(rejected);
        boolean waited = recorded.ends() && !mayAnswerAtOnce(rejected, fields);
        long requestedAt = end.at() - (waited ? fields.waitMs() : 0);
        yield recorded.ends() && before != null
            ? before.ended(end)
            : begun(partition, recorded, fields, requestedAt, 0, null, null, rejected.blockedBy())
                .ended(end);
      }
    };
  }

  /** Says whether it may never have waited: path, session or account were gone when it came. */
  private static boolean mayAnswerAtOnce(Rejected rejected, LockFields fields) {
    return rejected.reason() == RejectReason.NO_SESSION
        || rejected.reason() == RejectReason.ACCOUNT_CLOSED
        || rejected.reason() == RejectReason.PATH_GONE && fields.existing() != null;
  }

  private static LockLife begun(
      int partition,
      RecordedEvent recorded,
      LockFields fields,
      long requestedAt,
      long arrival,
      @Nullable Long queuedAt,
      @Nullable Long deadline,
      List<Blocker> blockedBy) {
    return new LockLife(
        partition,
        recorded.event().head().account(),
        fields,
        recorded.record().header(EventHeader.LOCK_REPLY_TO),
        arrival,
        requestedAt,
        queuedAt,
        deadline,
        null,
        null,
        null,
        0,
        null,
        null,
        blockedBy,
        null);
  }

  private static LockLife queued(int partition, RecordedEvent recorded, Queued queued) {
    return begun(
        partition,
        recorded,
        queued.subject(),
        queued.requestedAt(),
        recorded.seq(),
        queued.head().at(),
        queued.deadline(),
        queued.blockedBy());
  }

  private static LockLife granted(LockLife known, Granted granted) {
    long at = granted.head().at();
    boolean waits = known.queuedAt != null && !known.isHeld();
    return known.held(
        granted.subject(),
        waits ? known.requestedAt : at - granted.waitedMs(),
        at,
        granted.expiresAt(),
        granted.token(),
        0);
  }

  private static LockLife renewed(LockLife known, Renewed renewed) {
    return known
        .held(
            renewed.subject(),
            renewed.grantedAt() - renewed.waitedMs(),
            renewed.grantedAt(),
            renewed.expiresAt(),
            renewed.token(),
            known.renewals + 1)
        .endingAsTold(renewed.endsAt());
  }

  private static LockLife told(LockLife known, Told told) {
    return known
        .held(
            told.subject(),
            told.grantedAt() - told.waitedMs(),
            told.grantedAt(),
            told.expiresAt(),
            told.token(),
            known.renewals)
        .endingAsTold(told.endsAt());
  }

  /** Returns it with the end that was attached by a request that was not seen, if one was. */
  private LockLife endingAsTold(@Nullable Long attached) {
    return attached == null || endsAt != null ? this : with(attached, null, null);
  }

  private static LockLife asked(LockLife known, YieldRequested asked) {
    LockLife held =
        known.held(
            asked.subject(),
            asked.grantedAt() - asked.waitedMs(),
            asked.grantedAt(),
            asked.expiresAt(),
            asked.token(),
            known.renewals);
    boolean isNew = asked.endsAt() != null && !asked.endsAt().equals(known.endsAt);
    return isNew ? held.with(asked.endsAt(), asked.by(), null) : held;
  }

  private static LockLife released(LockLife known, boolean wasLive, Released released) {
    LockEnd end = LockEnd.of(released);
    Long heldMs = released.heldMs();
    if (wasLive || heldMs == null) {
      return known.ended(end);
    }
    long grantedAt = end.at() - heldMs;
    return known.held(known.fields, grantedAt, grantedAt, null, released.token(), 0).ended(end);
  }

  private LockLife held(
      LockFields lock, long asked, long since, @Nullable Long until, @Nullable Long number, int n) {
    return new LockLife(
        partition, account, lock, replyTo, arrival, asked, queuedAt, deadline, since, until, number,
        n, endsAt, endsBy, blockedBy, null);
  }

  private LockLife ended(LockEnd howItEnded) {
    return with(endsAt, endsBy, howItEnded);
  }

  /** Returns it with the reason for its end, if it ended by force and its end tells none. */
  LockLife endedBecause(@Nullable String reason) {
    return end != null
            && end.comment() == null
            && end.reason().equals(ReleaseReason.FORCED.name())
            && reason != null
        ? with(endsAt, endsBy, end.because(reason))
        : this;
  }

  private LockLife with(
      @Nullable Long newEndsAt, @Nullable String newEndsBy, @Nullable LockEnd newEnd) {
    return new LockLife(
        partition,
        account,
        fields,
        replyTo,
        arrival,
        requestedAt,
        queuedAt,
        deadline,
        grantedAt,
        expiresAt,
        token,
        renewals,
        newEndsAt,
        newEndsBy,
        blockedBy,
        newEnd);
  }

  /** Returns the same lock with another end of its lease; null if none is known. */
  public LockLife endingAt(@Nullable Long newExpiresAt) {
    return grantedAt == null
        ? this
        : held(fields, requestedAt, grantedAt, newExpiresAt, token, renewals);
  }

  /** Its id, unique per account while it is live or remembered. */
  public String lockId() {
    return fields.lockId();
  }

  /** Says whether it is held, or was. */
  public boolean isHeld() {
    return grantedAt != null;
  }

  /**
   * Returns when its lease or its wait ends, as far as is known; the longest time if neither is.
   */
  public long until() {
    Long until = isHeld() ? expiresAt : deadline;
    return until == null ? Long.MAX_VALUE : until;
  }

  /** Says whether the end of its lease is the one that a request to yield attached. */
  public boolean isEndedByRequest() {
    return endsAt != null && until() >= endsAt;
  }

  /** Returns when it ended; null if it has not. */
  public @Nullable Long endedAt() {
    return end == null ? null : end.at();
  }

  /** Ms from request to grant, refusal or end of the wait; up to {@code now} if it still waits. */
  public long waitedMs(long now) {
    Long until = grantedAt == null ? endedAt() : grantedAt;
    return (until == null ? now : until) - requestedAt;
  }

  /** Ms from grant to end, up to {@code now} if it is still held; null if it was never held. */
  public @Nullable Long heldMs(long now) {
    if (grantedAt == null) {
      return null;
    }
    return (end == null ? now : end.at()) - grantedAt;
  }

  /** Says whether it had to wait, even if its {@code queued} event precedes the history. */
  public boolean hasWaited() {
    Long until = grantedAt == null ? endedAt() : grantedAt;
    return queuedAt != null || until != null && until > requestedAt;
  }

  /** Says whether it was refused at once. */
  public boolean isRefused() {
    return end != null && end.type() == EventType.REJECTED && !hasWaited();
  }

  /** Says whether its lease ran out, or that of the session to which it was bound. */
  public boolean isExpired() {
    return end != null
        && (end.reason().equals(ReleaseReason.EXPIRED.name())
            || end.reason().equals(ReleaseReason.SESSION_ENDED.name()));
  }
}
