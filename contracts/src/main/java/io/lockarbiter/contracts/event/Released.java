package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The lock or waiting request ended.
 *
 * @param subject all fields of the lock, or only its name where a release was sent twice
 * @param reasonWord the reason as it stands in the event, also if it is {@link
 *     ReleaseReason#UNKNOWN}
 * @param token null if it was never held
 * @param heldMs from grant to end, ms of log time; null if it was never held
 * @param by the sub-account of the operator who ended it, or whose request to yield set the end;
 *     null for other ends
 * @param comment the operator's reason; null if none was given
 * @param replacedBy the lock that was granted in its place; null for other ends, and where the end
 *     is told again
 * @param outcome the outcome of the work under it, as its owner's release told
 */
public record Released(
    EventHead head,
    Subject subject,
    ReleaseReason reason,
    String reasonWord,
    @Nullable Long token,
    @Nullable Long heldMs,
    @Nullable String by,
    @Nullable String comment,
    @Nullable LockRef replacedBy,
    WorkOutcome outcome,
    boolean repeated)
    implements Event {
  /** An end with a reason that this version knows, other than a replacement. */
  public Released(
      EventHead head,
      Subject subject,
      ReleaseReason reason,
      @Nullable Long token,
      @Nullable Long heldMs,
      @Nullable String by,
      @Nullable String comment,
      WorkOutcome outcome,
      boolean repeated) {
    this(
        head,
        subject,
        reason,
        reason.name(),
        token,
        heldMs,
        by,
        comment,
        /* replacedBy= */ null,
        outcome,
        repeated);
  }

  /** The end of a lock in whose place another is granted by the next event. */
  public static Released replaced(
      EventHead head, LockFields lock, long token, long heldMs, LockRef replacedBy) {
    return new Released(
        head,
        lock,
        ReleaseReason.REPLACED,
        ReleaseReason.REPLACED.name(),
        token,
        heldMs,
        /* by= */ null,
        /* comment= */ null,
        replacedBy,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  /**
   * Says whether a {@code releaseAll} ended it, which says nothing about the work under it; false
   * where the end is told again, because that does not tell.
   */
  public boolean isByReleaseAll() {
    return !repeated
        && (reason == ReleaseReason.RELEASED || reason == ReleaseReason.CANCELLED)
        && subject.lockId().equals(head.commandId());
  }

  @Override
  public EventType type() {
    return EventType.RELEASED;
  }
}
