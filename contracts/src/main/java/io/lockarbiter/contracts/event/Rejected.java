package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request was refused, or its wait ended without the lock.
 *
 * @param subject null if the command could not be read
 * @param reasonWord the reason as it stands in the event, also if it is {@link
 *     RejectReason#UNKNOWN}
 * @param field the bad field; null unless one is to blame
 * @param limit name of the setting whose limit was reached; null unless one was
 * @param blockedBy at most {@link Blocker#MAX_LISTED}; empty unless something blocked
 * @param retryAfterMs ms of log time after which the same request would pass the rate limit; null
 *     for other reasons
 * @param expectedPartition the partition of the account's records; null for other reasons
 * @param cycle lock ids on the way of a deadlock; empty for other reasons
 * @param cycleCut whether ids are left out in its middle
 * @param movedTo the place of the path that the request waited for, as it was when the reason
 *     {@link RejectReason#PATH_GONE} was decided; null where that is not certain, and for other
 *     reasons
 * @param movedSeq the {@code seq} as of which {@code movedTo} is right; null if that is the one of
 *     this event, and where there is no place
 */
public record Rejected(
    EventHead head,
    @Nullable Subject subject,
    RejectReason reason,
    String reasonWord,
    String message,
    @Nullable String field,
    @Nullable String limit,
    List<Blocker> blockedBy,
    boolean moreBlockers,
    @Nullable Long retryAfterMs,
    @Nullable Integer expectedPartition,
    List<String> cycle,
    boolean cycleCut,
    @Nullable LockPath movedTo,
    @Nullable Long movedSeq,
    boolean repeated)
    implements Event {
  /** A refusal with a reason that this version knows. */
  public Rejected(
      EventHead head,
      @Nullable Subject subject,
      RejectReason reason,
      String message,
      @Nullable String field,
      @Nullable String limit,
      List<Blocker> blockedBy,
      boolean moreBlockers,
      @Nullable Long retryAfterMs,
      @Nullable Integer expectedPartition,
      List<String> cycle,
      boolean cycleCut,
      @Nullable LockPath movedTo,
      boolean repeated) {
    this(
        head,
        subject,
        reason,
        reason.name(),
        message,
        field,
        limit,
        blockedBy,
        moreBlockers,
        retryAfterMs,
        expectedPartition,
        cycle,
        cycleCut,
        movedTo,
        /* movedSeq= */ null,
        repeated);
  }

  /** A refusal without particulars other than the bad field, if there is one. */
  public static Rejected plain(
      EventHead head,
      @Nullable Subject subject,
      RejectReason reason,
      String message,
      @Nullable String field) {
    return new Rejected(
        head, subject, reason, message, field, null, List.of(), false, null, null, List.of(), false,
        null, false);
  }

  /** The number of the event as of which {@link #movedTo} is right; null if that is null. */
  public @Nullable Long placeSeq() {
    return movedTo == null || movedSeq != null ? movedSeq : Long.valueOf(head.seq());
  }

  /** Says whether the request said that its paths exist. */
  public boolean saysExisting() {
    return subject instanceof LockFields request && request.existing() != null;
  }

  /** The same refusal, whose place is right as of an earlier event. */
  public Rejected asOf(@Nullable Long seq) {
    return new Rejected(
        head,
        subject,
        reason,
        reasonWord,
        message,
        field,
        limit,
        blockedBy,
        moreBlockers,
        retryAfterMs,
        expectedPartition,
        cycle,
        cycleCut,
        movedTo,
        seq,
        repeated);
  }

  @Override
  public EventType type() {
    return EventType.REJECTED;
  }
}
