package io.lockarbiter.audit.lives;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The end of a lock, or of a request for one.
 *
 * @param at log time, epoch ms
 * @param type released or rejected
 * @param reason as in the event, such as {@code EXPIRED} or {@code WAIT_TIMEOUT}
 * @param by the operator who ended it, or whoever attached the end; null unless one did
 * @param comment the operator's reason, or that of whoever asked for the end; null if none is known
 * @param replacedBy the lock that was granted in its place; null unless one was
 * @param movedTo the place to which the path was moved while the request waited; null unless told
 * @param outcome how the work under it ended, as its owner's release said
 */
public record LockEnd(
    long at,
    EventType type,
    String reason,
    @Nullable String by,
    @Nullable String comment,
    @Nullable LockRef replacedBy,
    @Nullable LockPath movedTo,
    WorkOutcome outcome) {

  LockEnd because(String reasonOfTheEnd) {
    return new LockEnd(at, type, reason, by, reasonOfTheEnd, replacedBy, movedTo, outcome);
  }

  static LockEnd of(Released released) {
    return new LockEnd(
        released.head().at(),
        released.type(),
        released.reasonWord(),
        released.by(),
        released.comment(),
        released.replacedBy(),
        null,
        released.outcome());
  }

  static LockEnd of(Rejected rejected) {
    return new LockEnd(
        rejected.head().at(),
        rejected.type(),
        rejected.reasonWord(),
        null,
        null,
        null,
        rejected.movedTo(),
        WorkOutcome.DONE);
  }
}
