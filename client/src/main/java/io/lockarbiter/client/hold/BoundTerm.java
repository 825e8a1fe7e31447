package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Until when a lock lasts that is bound to a session: as long as that, unless it has an earlier end
 * of its own, or its end may be among missed events. Changes in the loop's turns only.
 */
final class BoundTerm {
  /** The longest time between two looks at an end to come, so that ended leases are let go of. */
  private static final long LOOK_NANOS = Duration.ofSeconds(30).toNanos();

  private final KeptSession session;
  private @Nullable Long ownEnd;
  private volatile long ownSafeEnd;
  private volatile boolean hasOwnEnd;
  private volatile long sureUntil;
  private volatile boolean isDoubted;
  private long doubtedAt;

  BoundTerm(KeptSession session) {
    this.session = session;
  }

  KeptSession session() {
    return session;
  }

  /** The safe end, on the loop's clock; for every thread. */
  long safeEnd() {
    long end = session.safeEnd();
    if (hasOwnEnd && ownSafeEnd - end < 0) {
      end = ownSafeEnd;
    }
    return isDoubted && sureUntil - end < 0 ? sureUntil : end;
  }

  /** Notes an end of its own, log time, epoch ms; the earliest counts. */
  void endsAt(long logMs) {
    if (ownEnd == null || logMs < ownEnd) {
      ownEnd = logMs;
      ownSafeEnd = session.safeAt(logMs);
      hasOwnEnd = true;
    }
  }

  boolean hasOwnEnd() {
    return hasOwnEnd;
  }

  /**
   * Notes that its end may be among missed events: the lock is certain for no longer than now,
   * until a renewal that is sent from now on says that it is held.
   */
  void doubt(long now) {
    doubtedAt = now;
    if (!isDoubted) {
      sureUntil = session.safeEnd();
      isDoubted = true;
    }
  }

  boolean isDoubted() {
    return isDoubted;
  }

  /** Notes that it is held, as a renewal tells that was first sent then. */
  void confirmed(Renewed renewed, long sentAt) {
    Long attached = renewed.endsAt();
    if (attached != null) {
      endsAt(attached);
    }
    SessionTerm known = session.term();
    if (renewed.head().at() < known.at()) {
      return; // Its end cannot be compared with the session's; the next renewal tells more.
    }
    if (renewed.expiresAt() < known.expiresAt()) {
      endsAt(renewed.expiresAt());
    }
    if (sentAt - doubtedAt >= 0) {
      isDoubted = false;
    }
  }

  /** The next time to look at it, on the loop's clock; null if only its session can end it. */
  @Nullable Long nextLook(long now) {
    if (!hasOwnEnd && !isDoubted) {
      return null;
    }
    long soon = now + (isDoubted ? Math.max(1, (sureUntil - now) / 6) : LOOK_NANOS);
    long warnAt = ownSafeEnd - session.thirdNanos();
    if (hasOwnEnd && warnAt - now > 0 && warnAt - soon < 0) {
      soon = warnAt;
    }
    long end = safeEnd();
    return end - soon < 0 ? Long.valueOf(end) : Long.valueOf(soon);
  }

  /** Says whether no more than a third of the session's lease is left until its own end. */
  boolean isNearItsOwnEnd(long now) {
    return hasOwnEnd && ownSafeEnd - now <= session.thirdNanos();
  }

  /** The reason for the loss at the safe end. */
  LostReason whyOver(long now, @Nullable YieldRequested asked) {
    Long end = ownEnd;
    if (end == null || ownSafeEnd - now > 0) {
      return new LostReason.Unreachable();
    }
    return asked != null && Objects.equals(asked.endsAt(), end)
        ? new LostReason.Forced(asked.by(), asked.comment())
        : new LostReason.Expired(Instant.ofEpochMilli(end));
  }
}
