package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.event.YieldRequested;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Until when one lease lasts, as far as known: its safe end on the loop's clock, and the lock's end
 * in log time. Changes in the loop's turns only.
 */
final class LeaseTerm {
  private volatile long safeEnd;
  private @Nullable LeaseEnd end;
  private @Nullable YieldRequested attached;

  /** The safe end, on the loop's clock; for every thread. */
  long safeEnd() {
    return safeEnd;
  }

  /**
   * Extends it: the lock is held at least until then, or shorter if its lease ends earlier than
   * known before.
   *
   * @return whether the safe end moves, or will not move any more, or will move in other steps
   */
  boolean extendTo(long newSafeEnd, LeaseEnd newEnd) {
    boolean moves = end == null || newEnd.at().isBefore(end.at()) || newSafeEnd - safeEnd > 0;
    boolean isCutAnew = end != null && !Objects.equals(end.cutTo(), newEnd.cutTo());
    end = newEnd;
    if (moves) {
      safeEnd = newSafeEnd;
    }
    return moves || newEnd.isLast() || isCutAnew;
  }

  /** The end at which no renewal lengthens it any more. */
  LeaseEnd lastAt(Instant newEnd) {
    return new LeaseEnd(newEnd, end == null ? null : end.cutTo(), /* isLast= */ true);
  }

  /** Notes a request to yield; says whether it sets an end that was not known. */
  boolean attach(YieldRequested asked) {
    Long endsAt = asked.endsAt();
    Long known = attached == null ? null : attached.endsAt();
    if (endsAt == null || endsAt.equals(known)) {
      return false;
    }
    attached = asked;
    return true;
  }

  /** The latest request to yield that set an end; null if there is none. */
  @Nullable YieldRequested attached() {
    return attached;
  }

  /** The time between an end in log time and the known one; zero if it is not earlier. */
  Duration earlierBy(Instant newEnd) {
    LeaseEnd known = end;
    return known != null && newEnd.isBefore(known.at())
        ? Duration.between(newEnd, known.at())
        : Duration.ZERO;
  }

  /** Says whether no renewal can lengthen it any more. */
  boolean isLast() {
    return end != null && end.isLast();
  }

  /** The reason for the loss at the safe end. */
  LostReason whyOver() {
    if (end == null || !end.isLast()) {
      return new LostReason.Unreachable();
    }
    YieldRequested asked = attached;
    return asked != null && Objects.equals(asked.endsAt(), end.at().toEpochMilli())
        ? new LostReason.Forced(asked.by(), asked.comment())
        : new LostReason.Expired(end.at());
  }
}
