package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the events of refusals. */
final class Rejections {
  private Rejections() {}

  /** A refusal with its reason alone. */
  static Rejected plain(EventHead head, @Nullable Subject subject, RejectReason reason) {
    return plain(head, subject, reason, null);
  }

  static Rejected plain(
      EventHead head, @Nullable Subject subject, RejectReason reason, @Nullable String field) {
    Builder builder = new Builder(head, subject, reason);
    builder.field = field;
    return builder.build();
  }

  /** A refusal told again, without its particulars. */
  static Rejected repeated(
      EventHead head, Subject subject, RejectReason reason, @Nullable String field) {
    Builder builder = new Builder(head, subject, reason);
    builder.field = field;
    builder.repeated = true;
    return builder.build();
  }

  /**
   * The refusal of a request for a path that no longer exists.
   *
   * @param movedTo its place now; null if that is not certain
   */
  static Rejected pathGone(EventHead head, Subject subject, @Nullable LockPath movedTo) {
    Builder builder = new Builder(head, subject, RejectReason.PATH_GONE);
    builder.movedTo = movedTo;
    return builder.build();
  }

  static Rejected conflict(EventHead head, Subject subject, List<Blocker> blockers) {
    return new Builder(head, subject, RejectReason.CONFLICT)
        .blockedBy(blockers, AnswerBounds.BLOCKERS_BYTES)
        .build();
  }

  static Rejected frozen(EventHead head, Subject subject, BlockedBy freezes) {
    Builder builder = new Builder(head, subject, RejectReason.FROZEN);
    builder.blockedBy = freezes;
    return builder.build();
  }

  static Rejected accountClosed(EventHead head, Subject subject, BlockedBy closes) {
    Builder builder = new Builder(head, subject, RejectReason.ACCOUNT_CLOSED);
    builder.blockedBy = closes;
    return builder.build();
  }

  static Rejected queueFull(
      EventHead head, Subject subject, List<Blocker> blockers, Setting limit) {
    return new Builder(head, subject, RejectReason.QUEUE_FULL)
        .limit(limit)
        .blockedBy(blockers, AnswerBounds.BLOCKERS_BYTES)
        .build();
  }

  static Rejected deadlock(
      EventHead head, Subject subject, List<Blocker> blockers, List<String> cycle) {
    Builder builder =
        new Builder(head, subject, RejectReason.DEADLOCK)
            .blockedBy(blockers, AnswerBounds.BLOCKERS_BYTES_BESIDE_CYCLE);
    builder.cycle = AnswerBounds.listed(cycle);
    builder.cycleCut = builder.cycle.size() < cycle.size();
    return builder.build();
  }

  static Rejected limitExceeded(EventHead head, @Nullable Subject subject, Setting limit) {
    return new Builder(head, subject, RejectReason.LIMIT_EXCEEDED).limit(limit).build();
  }

  static Rejected rateLimited(EventHead head, @Nullable Subject subject, TimeLimits.Wait wait) {
    Builder builder = new Builder(head, subject, RejectReason.RATE_LIMITED).limit(wait.limit());
    builder.retryAfterMs = wait.ms();
    return builder.build();
  }

  /** The refusal of a request to yield, because the lock's holder was asked a moment ago. */
  static Rejected askedTooOften(EventHead head, @Nullable Subject subject, long retryAfterMs) {
    Builder builder = new Builder(head, subject, RejectReason.RATE_LIMITED);
    builder.retryAfterMs = retryAfterMs;
    return builder.build();
  }

  static Rejected wrongPartition(EventHead head, @Nullable Subject subject, int expectedPartition) {
    Builder builder = new Builder(head, subject, RejectReason.WRONG_PARTITION);
    builder.expectedPartition = expectedPartition;
    return builder.build();
  }

  static Rejected invalid(EventHead head, String field, String message) {
    Builder builder = new Builder(head, null, RejectReason.INVALID);
    builder.field = field;
    builder.message = message;
    return builder.build();
  }

  static Rejected holdingNotHeld(EventHead head, Subject subject) {
    Builder builder = new Builder(head, subject, RejectReason.NOT_HELD);
    builder.field = "holding";
    return builder.build();
  }

  private static final class Builder {
    private final EventHead head;
    private final @Nullable Subject subject;
    private final RejectReason reason;
    private String message;
    private @Nullable String field;
    private @Nullable String limit;
    private BlockedBy blockedBy = new BlockedBy(List.of(), false);
    private @Nullable Long retryAfterMs;
    private @Nullable Integer expectedPartition;
    private List<String> cycle = List.of();
    private boolean cycleCut;
    private @Nullable LockPath movedTo;
    private boolean repeated;

    Builder(EventHead head, @Nullable Subject subject, RejectReason reason) {
      this.head = head;
      this.subject = subject;
      this.reason = reason;
      message = reason.message();
    }

    Builder limit(Setting setting) {
      limit = setting.text();
      return this;
    }

    Builder blockedBy(List<Blocker> found, int mostBytes) {
      blockedBy = AnswerBounds.listed(found, mostBytes);
      return this;
    }

    Rejected build() {
      return new Rejected(
          head,
          subject,
          reason,
          message,
          field,
          limit,
          blockedBy.listed(),
          blockedBy.more(),
          retryAfterMs,
          expectedPartition,
          cycle,
          cycleCut,
          movedTo,
          repeated);
    }
  }
}
