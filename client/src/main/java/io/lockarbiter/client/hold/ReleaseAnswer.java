package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a release.
 *
 * @param grantedAt log time of the grant, epoch ms; null if unknown
 * @param seen the end of the lock as its own event told it; null if none was seen
 */
record ReleaseAnswer(@Nullable Long grantedAt, @Nullable Released seen) {
  /** The result of a release with this answer, after this many sends. */
  ReleaseResult result(Event answer, int sends) {
    if (answer instanceof Released released) {
      return released.repeated() ? ended(released) : endedNow(released);
    }
    RejectReason reason = answer instanceof Rejected rejected ? rejected.reason() : null;
    if (reason == RejectReason.NOT_HOLDER) {
      return new ReleaseResult.NotHolder();
    }
    if (seen != null) {
      return ended(seen);
    }
    if (reason != RejectReason.NOT_HELD) {
      return new ReleaseResult.Refused(text(answer));
    }
    return sends > 1 ? new ReleaseResult.AlreadyReleased() : new ReleaseResult.NotHeld();
  }

  private static String text(Event answer) {
    return answer instanceof Rejected rejected
        ? "reason=%s field=%s: %s"
            .formatted(rejected.reasonWord(), rejected.field(), rejected.message())
        : "by an event that answers no release";
  }

  private static ReleaseResult endedNow(Released released) {
    if (released.reason() == ReleaseReason.UNKNOWN) {
      return new ReleaseResult.OtherReason(released.reasonWord());
    }
    return released.reason() == ReleaseReason.CANCELLED
        ? new ReleaseResult.Cancelled()
        : new ReleaseResult.Released(
            Duration.ofMillis(Objects.requireNonNullElse(released.heldMs(), 0L)));
  }

  /** The result of a release that comes after this end. */
  ReleaseResult ended(Released end) {
    return switch (end.reason()) {
      case RELEASED -> new ReleaseResult.AlreadyReleased();
      case CANCELLED -> new ReleaseResult.Cancelled();
      case EXPIRED -> new ReleaseResult.Expired(at(end));
      case REPLACED -> replaced(end.replacedBy() == null && seen != null ? seen : end);
      case SESSION_ENDED -> new ReleaseResult.SessionEnded();
      case UNKNOWN -> new ReleaseResult.OtherReason(end.reasonWord());
      case FORCED ->
          seen == null
              ? new ReleaseResult.Forced(end.by(), end.comment())
              : new ReleaseResult.Forced(seen.by(), seen.comment());
    };
  }

  private static ReleaseResult replaced(Released end) {
    LockRef by = end.replacedBy();
    return by == null
        ? new ReleaseResult.Replaced(null, null)
        : new ReleaseResult.Replaced(by.lockId(), by.owner());
  }

  private @Nullable Instant at(Released end) {
    if (!end.repeated()) {
      return Instant.ofEpochMilli(end.head().at());
    }
    return grantedAt == null || end.heldMs() == null
        ? null
        : Instant.ofEpochMilli(grantedAt + end.heldMs());
  }

  /** The reason for the loss of a lease, from the result of a release. */
  static LostReason lost(ReleaseResult result) {
    LostReason told = EndedBefore.lost(result);
    if (told != null) {
      return told;
    }
    return result instanceof ReleaseResult.AlreadyReleased
        ? new LostReason.ReleasedElsewhere()
        : new LostReason.Expired(null);
  }
}
