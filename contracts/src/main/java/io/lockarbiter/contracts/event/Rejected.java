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

  @Override
  public EventType type() {
    return EventType.REJECTED;
  }
}
