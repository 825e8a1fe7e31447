package io.lockarbiter.audit.lives;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of a request for a lock, from asking to end, as the events tell it. All times are log
 * time, epoch ms.
 *
 * @param fields lock id, owner, operation, targets and what else was asked for
 * @param requestedAt when it was asked for
 * @param queuedAt when it began to wait; null if it never waited
 * @param deadline until when it would wait; null if it never waited
 * @param grantedAt null if it was never held
 * @param expiresAt end of the lease as last granted or renewed; null if it was never held
 * @param token fencing token; null if it was never held
 * @param renewals how often it was renewed
 * @param blockedBy what stood in its way when it was queued or refused
 * @param end how it ended; null if it is held or waits at the end of the replay
 */
public record LockLife(
    int partition,
    String account,
    LockFields fields,
    long requestedAt,
    @Nullable Long queuedAt,
    @Nullable Long deadline,
    @Nullable Long grantedAt,
    @Nullable Long expiresAt,
    @Nullable Long token,
    int renewals,
    List<Blocker> blockedBy,
    @Nullable LockEnd end) {

  /** The same life, ended. */
  LockLife endedBy(LockEnd howItEnded) {
    return new LockLife(
        partition,
        account,
        fields,
        requestedAt,
        queuedAt,
        deadline,
        grantedAt,
        expiresAt,
        token,
        renewals,
        blockedBy,
        howItEnded);
  }

  /** Its id, unique per account while it is live or remembered. */
  public String lockId() {
    return fields.lockId();
  }

  /** When it ended; null if it has not. */
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
}
