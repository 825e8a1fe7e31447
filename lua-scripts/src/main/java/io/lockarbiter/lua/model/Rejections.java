package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms that a refusal takes. */
final class Rejections {
  private Rejections() {}

  static Rejected plain(EventHead head, Subject subject, RejectReason reason) {
    return of(head, subject, reason, List.of(), List.of(), null, null);
  }

  static Rejected blocked(
      EventHead head, Subject subject, RejectReason reason, List<Blocker> blockers) {
    return of(head, subject, reason, blockers, List.of(), null, null);
  }

  static Rejected deadlock(
      EventHead head, Subject subject, List<Blocker> blockers, List<String> cycle) {
    return of(head, subject, RejectReason.DEADLOCK, blockers, cycle, null, null);
  }

  static Rejected rateLimited(EventHead head, Subject subject, long retryAfterMs) {
    return of(head, subject, RejectReason.RATE_LIMITED, List.of(), List.of(), retryAfterMs, null);
  }

  static Rejected wrongPartition(EventHead head, Subject subject, int expectedPartition) {
    return of(
        head, subject, RejectReason.WRONG_PARTITION, List.of(), List.of(), null, expectedPartition);
  }

  static Rejected invalid(EventHead head, String field, String message) {
    return ofField(head, null, RejectReason.INVALID, message, field);
  }

  static Rejected holdingNotHeld(EventHead head, Subject subject) {
    RejectReason reason = RejectReason.NOT_HELD;
    return ofField(head, subject, reason, reason.message(), "holding");
  }

  private static Rejected ofField(
      EventHead head,
      @Nullable Subject subject,
      RejectReason reason,
      String message,
      String field) {
    return new Rejected(
        head, subject, reason, message, field, List.of(), false, null, null, List.of(), false);
  }

  /** What was refused before, once more. */
  static Rejected repeated(EventHead head, Subject subject, Rejected before) {
    return new Rejected(
        head,
        subject,
        before.reason(),
        before.message(),
        before.field(),
        before.blockedBy(),
        before.moreBlockers(),
        before.retryAfterMs(),
        before.expectedPartition(),
        before.cycle(),
        true);
  }

  /** That it was refused before, and why, without the particulars. */
  static Rejected repeatedBriefly(EventHead head, Subject subject, Rejected before) {
    return new Rejected(
        head,
        subject,
        before.reason(),
        before.message(),
        null,
        List.of(),
        false,
        null,
        null,
        List.of(),
        true);
  }

  private static Rejected of(
      EventHead head,
      Subject subject,
      RejectReason reason,
      List<Blocker> blockers,
      List<String> cycle,
      @Nullable Long retryAfterMs,
      @Nullable Integer expectedPartition) {
    return new Rejected(
        head,
        subject,
        reason,
        reason.message(),
        null,
        blockers.stream().limit(Blocker.MAX_LISTED).toList(),
        blockers.size() > Blocker.MAX_LISTED,
        retryAfterMs,
        expectedPartition,
        cycle,
        false);
  }
}
