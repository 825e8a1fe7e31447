package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides acquires: repeat, rates, holding, limits, conflict, grant, in this order. */
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
    Event refusal = refusal(head, request);
    return new Answer(refusal == null ? verdict(head, request) : refusal, acquire.replyTo());
  }

  private @Nullable Answer repeat(Acquire acquire, EventHead head, LockFields request) {
    HeldLock held = partition.held().find(acquire.account(), request.lockId());
    if (held != null) {
      return sameContent(held.fields(), request)
          ? new Answer(Grants.again(head, request, held), held.replyTo())
          : idConflict(acquire, head, request);
    }
    WaitingRequest waiting = partition.waiting().find(acquire.account(), request.lockId());
    if (waiting != null) {
      return sameContent(waiting.fields(), request)
          ? new Answer(queuedAgain(head, request, waiting), waiting.replyTo())
          : idConflict(acquire, head, request);
    }
    EndedLock ended = partition.ended().find(acquire.account(), request.lockId());
    if (ended != null) {
      return sameContent(ended.fields(), request)
          ? new Answer(endedAgain(head, request, ended.event()), ended.replyTo())
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

  private static Event endedAgain(EventHead head, LockFields request, Event before) {
    if (before instanceof Rejected rejected) {
      return Rejections.repeated(head, request, rejected);
    }
    Released released = (Released) before;
    return new Released(
        head,
        request,
        released.reason(),
        released.token(),
        released.heldMs(),
        released.by(),
        released.comment(),
        /* repeated= */ true);
  }

  /** What refuses the request before it comes to conflicts; null if nothing does. */
  private @Nullable Event refusal(EventHead head, LockFields request) {
    TimeLimits limits = new TimeLimits(partition);
    long retryAfterMs = limits.msToPass(head, request.owner().subAccount());
    if (retryAfterMs > 0) {
      return Rejections.rateLimited(head, request, retryAfterMs);
    }
    limits.count(head, request.owner().subAccount());
    if (!holdsWhatItNames(head.account(), request)) {
      return Rejections.holdingNotHeld(head, request);
    }
    return exceedsLimit(head.account(), request.owner().subAccount())
        ? Rejections.plain(head, request, RejectReason.LIMIT_EXCEEDED)
        : null;
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

  private Event verdict(EventHead head, LockFields request) {
    AccountLocks locks = partition.held().of(head.account());
    AccountQueue queue = partition.waiting().of(head.account());
    List<Blocker> blockers =
        new ConflictSearch(locks, queue).blockers(request, Blocker.MAX_LISTED + 1);
    if (blockers.isEmpty()) {
      return Grants.now(head, request, /* waitedMs= */ 0);
    }
    if (request.waitMs() == 0) {
      return Rejections.blocked(head, request, RejectReason.CONFLICT, blockers);
    }
    List<String> cycle = DeadlockSearch.cycle(locks, queue, request);
    if (!cycle.isEmpty()) {
      return Rejections.deadlock(head, request, blockers, cycle);
    }
    return queue.count() >= partition.settings().get(Setting.WAITERS_PER_ACCOUNT)
            || queue.countOf(request.owner().subAccount())
                >= partition.settings().get(Setting.WAITERS_PER_SUB_ACCOUNT)
        ? Rejections.blocked(head, request, RejectReason.QUEUE_FULL, blockers)
        : queued(head, request, queue.count() + 1, blockers);
  }

  private boolean exceedsLimit(String account, String subAccount) {
    AccountLocks locks = partition.held().of(account);
    AccountQueue queue = partition.waiting().of(account);
    Settings settings = partition.settings();
    return locks.countOf(subAccount) + queue.countOf(subAccount)
            >= settings.get(Setting.LOCKS_PER_SUB_ACCOUNT)
        || locks.count() + queue.count() >= settings.get(Setting.LOCKS_PER_ACCOUNT);
  }

  private static Queued queued(
      EventHead head, LockFields request, int position, List<Blocker> blockers) {
    return new Queued(
        head,
        request,
        position,
        /* deadline= */ head.at() + request.waitMs(),
        /* requestedAt= */ head.at(),
        blockers.stream().limit(Blocker.MAX_LISTED).toList(),
        /* moreBlockers= */ blockers.size() > Blocker.MAX_LISTED,
        /* repeated= */ false);
  }
}
