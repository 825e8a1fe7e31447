package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides acquires: repeat, rates, session, holding, replaces, limits, paths, conflict, grant. */
final class AcquireRules {
  private final Partition partition;

  AcquireRules(Partition partition) {
    this.partition = partition;
  }

  Answer decide(Acquire acquire) {
    EventHead head = partition.nextHead(acquire.account(), acquire.commandId());
    LockFields request = acquire.fields();
    Answer repeat = repeat(acquire, head, request);
    if (repeat != null) {
      return repeat;
    }
    LockCharge charge = LockCharge.of(head.account(), request, acquire.replyTo());
    Event refusal = refusal(head, request, charge);
    if (refusal != null) {
      return new Answer(refusal, acquire.replyTo());
    }
    return request.replaces() == null
        ? new Answer(verdict(head, request, charge, null), acquire.replyTo())
        : replacing(head, request, charge, acquire.replyTo());
  }

  /** Decides as if the lock that it replaces were not there; if it is granted, that one ends. */
  private Answer replacing(
      EventHead head, LockFields request, LockCharge charge, @Nullable String replyTo) {
    LockRef named = Objects.requireNonNull(request.replaces());
    HeldLock found = partition.held().find(head.account(), named.lockId());
    RejectReason objection = Replacements.objection(found, named);
    if (objection != null) {
      return new Answer(Rejections.plain(head, request, objection, "replaces"), replyTo);
    }
    HeldLock old = Objects.requireNonNull(found);
    partition.held().remove(old);
    Event event = verdict(head, request, charge, old.fields());
    partition.hold(old);
    return event.type() == EventType.GRANTED
        ? new Answer(Grants.now(partition, next(head), request, /* waitedMs= */ 0), replyTo, old)
        : new Answer(event, replyTo);
  }

  private static EventHead next(EventHead head) {
    return new EventHead(head.seq() + 1, head.at(), head.account(), head.commandId(), head.cause());
  }

  private @Nullable Answer repeat(Acquire acquire, EventHead head, LockFields request) {
    HeldLock held = partition.held().find(acquire.account(), request.lockId());
    if (held != null) {
      return sameContent(held.fields(), request)
          ? new Answer(Grants.again(partition, head, request, held), held.replyTo())
          : idConflict(acquire, head, request);
    }
    WaitingRequest waiting = partition.waiting().find(acquire.account(), request.lockId());
    if (waiting != null) {
      return sameContent(waiting.fields(), request)
          ? new Answer(queuedAgain(head, request, waiting), waiting.replyTo())
          : idConflict(acquire, head, request);
    }
    EndedRequest ended = partition.ended().find(acquire.account(), request.lockId());
    if (ended != null) {
      return ended.digest().equals(ContentDigest.of(request))
          ? new Answer(endedAgain(head, request, ended.ending()), ended.replyTo())
          : idConflict(acquire, head, request);
    }
    return null;
  }

  private static boolean sameContent(LockFields before, LockFields now) {
    return ContentDigest.of(before).equals(ContentDigest.of(now));
  }

  private static Answer idConflict(Acquire acquire, EventHead head, LockFields request) {
    return new Answer(Rejections.plain(head, request, RejectReason.ID_CONFLICT), acquire.replyTo());
  }

  private Event queuedAgain(EventHead head, LockFields request, WaitingRequest waiting) {
    return new Queued(
        head,
        request,
        partition.waiting().of(head.account()).position(waiting),
        waiting.deadline(),
        waiting.requestedAt(),
        List.of(),
        /* moreBlockers= */ false,
        /* repeated= */ true);
  }

  private static Event endedAgain(EventHead head, LockFields request, Ending before) {
    if (before.reason() instanceof RejectReason reason) {
      return Rejections.repeated(head, request, reason, before.field());
    }
    return new Released(
        head,
        request,
        (ReleaseReason) before.reason(),
        before.token(),
        before.heldMs(),
        /* by= */ null,
        /* comment= */ null,
        WorkOutcome.DONE,
        /* repeated= */ true);
  }

  /** The refusal of a request before the search for conflicts; null if nothing refuses it. */
  private @Nullable Event refusal(EventHead head, LockFields request, LockCharge charge) {
    TimeLimits limits = new TimeLimits(partition);
    TimeLimits.Wait wait = limits.longest(head, request.owner().subAccount(), charge);
    if (wait != null) {
      return Rejections.rateLimited(head, request, wait);
    }
    limits.count(head, request.owner().subAccount());
    if (request.isBound() && partition.sessions().find(head.account(), request.owner()) == null) {
      return Rejections.plain(head, request, RejectReason.NO_SESSION);
    }
    if (!holdsWhatItNames(head.account(), request)) {
      return Rejections.holdingNotHeld(head, request);
    }
    return null;
  }

  private boolean holdsWhatItNames(String account, LockFields request) {
    for (String lockId : request.holding()) {
      HeldLock lock = partition.held().find(account, lockId);
      if (lock == null || !lock.fields().owner().equals(request.owner())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Decides a request that is allowed.
   *
   * @param replaced the lock that it replaces, which is not among those held; null if none
   */
  private Event verdict(
      EventHead head, LockFields request, LockCharge charge, @Nullable LockFields replaced) {
    SizeLimits limits = new SizeLimits(partition);
    Setting exceeded = limits.exceededByLock(head.account(), request, charge.held());
    if (exceeded != null) {
      return Rejections.limitExceeded(head, request, exceeded);
    }
    Rejected gone = partition.moved().refusal(head, request);
    if (gone != null) {
      return gone;
    }
    AccountLocks locks = partition.held().of(head.account());
    AccountQueue queue = partition.waiting().of(head.account());
    ConflictSearch search = new ConflictSearch(locks, queue, replaced);
    List<Blocker> blockers = search.blockers(request, Blocker.MAX_LISTED + 1);
    if (blockers.isEmpty()) {
      return Grants.now(partition, head, request, /* waitedMs= */ 0);
    }
    BlockedBy closes = search.closes(request);
    if (closes != null) {
      return Rejections.accountClosed(head, request, closes);
    }
    BlockedBy freezes =
        AnswerBounds.listed(
            search.freezes(request, Blocker.MAX_LISTED + 1), AnswerBounds.BLOCKERS_BYTES);
    if (outlasts(freezes, head.at() + request.waitMs())) {
      return Rejections.frozen(head, request, freezes);
    }
    if (request.waitMs() == 0) {
      return Rejections.conflict(head, request, blockers);
    }
    List<String> cycle = DeadlockSearch.cycle(locks, queue, request);
    if (!cycle.isEmpty()) {
      return Rejections.deadlock(head, request, blockers, cycle);
    }
    Setting limit =
        limits.fullQueue(head.account(), request.owner().subAccount(), charge.waiting());
    return limit == null
        ? queued(head, request, queue.count() + 1, blockers)
        : Rejections.queueFull(head, request, blockers, limit);
  }

  /** Says whether a freeze among those listed does not end before the wait limit. */
  private static boolean outlasts(BlockedBy freezes, long waitLimit) {
    return freezes.listed().stream()
        .anyMatch(freeze -> Objects.requireNonNull(freeze.expiresAt()) >= waitLimit);
  }

  private static Queued queued(
      EventHead head, LockFields request, int position, List<Blocker> blockers) {
    BlockedBy blockedBy = AnswerBounds.listed(blockers, AnswerBounds.BLOCKERS_BYTES);
    return new Queued(
        head,
        request,
        position,
        /* deadline= */ head.at() + request.waitMs(),
        /* requestedAt= */ head.at(),
        blockedBy.listed(),
        blockedBy.more(),
        /* repeated= */ false);
  }
}
