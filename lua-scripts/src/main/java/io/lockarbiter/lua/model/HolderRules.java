package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import org.jspecify.annotations.Nullable;

/** Decides commands about an existing lock or waiting request: release, renew, force. */
final class HolderRules {
  private final Partition partition;

  HolderRules(Partition partition) {
    this.partition = partition;
  }

  /** The end of a lock whose lease has run out, or whose time to yield is over. */
  Released expired(HeldLock lock) {
    EventHead head = partition.nextHead(lock.account(), lock.fields().lockId());
    if (lock.asked() != null && lock.expiresAt() >= lock.endsAt()) {
      String by = lock.asked().endsBy();
      return released(head, lock, ReleaseReason.FORCED, by, null, WorkOutcome.DONE);
    }
    return released(head, lock, ReleaseReason.EXPIRED, null, null, WorkOutcome.DONE);
  }

  /** A kept or bound lock, told again. */
  Told told(HeldLock lock) {
    return new Told(
        partition.nextHead(lock.account(), lock.fields().lockId()),
        lock.fields(),
        lock.token(),
        partition.sessions().endOf(lock),
        lock.grantedAt(),
        lock.waitedMs(),
        lock.cutMaxHoldMs(),
        lock.toldEndsAt());
  }

  Answer decide(Release release) {
    HeldLock lock = partition.held().find(release.account(), release.lockId());
    if (lock != null && lock.fields().owner().equals(release.owner())) {
      Event event =
          released(head(release), lock, ReleaseReason.RELEASED, null, null, release.outcome());
      return new Answer(event, lock.replyTo());
    }
    WaitingRequest waiting = partition.waiting().find(release.account(), release.lockId());
    if (waiting != null && waiting.fields().owner().equals(release.owner())) {
      return new Answer(cancelled(head(release), waiting, null, null), waiting.replyTo());
    }
    EndedRequest ended = partition.ended().find(release.account(), release.lockId());
    if (ended != null && ended.owner().equals(release.owner())) {
      return endedAgain(release, ended);
    }
    boolean ofOther = lock != null || waiting != null;
    RejectReason reason = ofOther ? RejectReason.NOT_HOLDER : RejectReason.NOT_HELD;
    return refused(release, reason);
  }

  Answer decide(Renew renew) {
    HeldLock lock = partition.held().find(renew.account(), renew.lockId());
    if (lock == null) {
      return refused(renew, whyNoneHeld(renew));
    }
    if (!lock.fields().owner().equals(renew.owner())) {
      return refused(renew, RejectReason.NOT_HOLDER);
    }
    long leaseMs = renew.leaseMs() == null ? lock.fields().leaseMs() : renew.leaseMs();
    Cut cut = Grants.cut(partition.settings(), lock, leaseMs);
    Event event =
        new Renewed(
            head(renew),
            lock.fields(),
            lock.token(),
            lock.fields().isBound()
                ? partition.sessions().endOf(lock)
                : renewed(lock, leaseMs, cut),
            lock.grantedAt(),
            lock.waitedMs(),
            cut,
            lock.toldEndsAt(),
            renew.declined());
    return new Answer(event, lock.replyTo());
  }

  /** The end of a lock that is renewed now. */
  private long renewed(HeldLock lock, long leaseMs, Cut cut) {
    long lastEnd = Grants.lastEnd(lock.fields(), lock.grantedAt());
    // A cut takes nothing away from what was granted.
    long cutEnd = Math.max(cut.end(partition.at(), lock.grantedAt()), lock.expiresAt());
    long until = Math.min(Math.min(lastEnd, lock.endsAt()), cutEnd);
    return Math.min(partition.at() + leaseMs, until);
  }

  /**
   * The reason why a renewal finds no held lock: the owner of a waiting request is told NOT_HELD,
   * others that it is not theirs.
   */
  private RejectReason whyNoneHeld(Renew renew) {
    WaitingRequest waiting = partition.waiting().find(renew.account(), renew.lockId());
    return waiting == null || waiting.fields().owner().equals(renew.owner())
        ? RejectReason.NOT_HELD
        : RejectReason.NOT_HOLDER;
  }

  Answer decide(ForceRelease force) {
    String operator = force.owner().subAccount();
    HeldLock lock = partition.held().find(force.account(), force.lockId());
    if (lock != null) {
      EventHead head = head(force);
      Event event =
          released(head, lock, ReleaseReason.FORCED, operator, force.comment(), WorkOutcome.DONE);
      return new Answer(event, lock.replyTo());
    }
    WaitingRequest waiting = partition.waiting().find(force.account(), force.lockId());
    if (waiting != null) {
      Event event = cancelled(head(force), waiting, operator, force.comment());
      return new Answer(event, waiting.replyTo());
    }
    return refused(force, RejectReason.NOT_HELD);
  }

  private EventHead head(AccountCommand command) {
    return partition.nextHead(command.account(), command.commandId());
  }

  private Released released(
      EventHead head,
      HeldLock lock,
      ReleaseReason reason,
      @Nullable String by,
      @Nullable String comment,
      WorkOutcome outcome) {
    long heldMs = head.at() - lock.grantedAt();
    return new Released(
        head,
        lock.fields(),
        reason,
        lock.token(),
        heldMs,
        by,
        comment,
        outcome,
        /* repeated= */ false);
  }

  private static Released cancelled(
      EventHead head, WaitingRequest waiting, @Nullable String by, @Nullable String comment) {
    return new Released(
        head,
        waiting.fields(),
        ReleaseReason.CANCELLED,
        /* token= */ null,
        /* heldMs= */ null,
        by,
        comment,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  /** Answers a release that was sent twice, or that comes after another end. */
  private Answer endedAgain(Release release, EndedRequest ended) {
    LockRef subject = new LockRef(release.lockId(), release.owner());
    Ending before = ended.ending();
    if (before.reason() instanceof RejectReason reason) {
      Event event = Rejections.repeated(head(release), subject, reason, null);
      return new Answer(event, ended.replyTo());
    }
    Event event =
        new Released(
            head(release),
            subject,
            (ReleaseReason) before.reason(),
            before.token(),
            before.heldMs(),
            /* by= */ null,
            /* comment= */ null,
            WorkOutcome.DONE,
            /* repeated= */ true);
    return new Answer(event, ended.replyTo());
  }

  private Answer refused(AccountCommand command, RejectReason reason) {
    return new Answer(Rejections.plain(head(command), command.subject(), reason), null);
  }
}
