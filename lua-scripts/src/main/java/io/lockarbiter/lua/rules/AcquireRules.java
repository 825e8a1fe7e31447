package io.lockarbiter.lua.rules;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides acquires: repeat, limits, conflict, grant, in this order. */
final class AcquireRules {
  private final Partition partition;

  AcquireRules(Partition partition) {
    this.partition = partition;
  }

  Answer decide(Acquire acquire) {
    EventHead head = partition.nextHead(acquire.account(), acquire.commandId());
    LockFields request = LockFields.of(acquire);
    Answer repeat = repeat(acquire, head, request);
    if (repeat != null) {
      return repeat;
    }
    Rejected refusal = refusal(head, request);
    return new Answer(refusal == null ? granted(head, request) : refusal, acquire.replyTo());
  }

  private @Nullable Answer repeat(Acquire acquire, EventHead head, LockFields request) {
    HeldLock held = partition.held().find(acquire.account(), request.lockId());
    if (held != null) {
      return sameContent(held.fields(), request)
          ? new Answer(grantedAgain(head, request, held), held.replyTo())
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

  private static Event grantedAgain(EventHead head, LockFields request, HeldLock held) {
    return new Granted(
        head, request, held.token(), held.expiresAt(), held.waitedMs(), /* repeated= */ true);
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

  private @Nullable Rejected refusal(EventHead head, LockFields request) {
    if (exceedsLimit(head.account(), request.owner().subAccount())) {
      return Rejections.plain(head, request, RejectReason.LIMIT_EXCEEDED);
    }
    Long retryAfterMs = passRateLimit(head, request.owner().subAccount());
    if (retryAfterMs != null) {
      return Rejections.rateLimited(head, request, retryAfterMs);
    }
    List<Blocker> blockers = ConflictSearch.blockers(partition.held().of(head.account()), request);
    return blockers.isEmpty() ? null : Rejections.conflict(head, request, blockers);
  }

  private boolean exceedsLimit(String account, String subAccount) {
    AccountLocks locks = partition.held().of(account);
    return locks.countOf(subAccount) >= partition.settings().locksPerSubAccount()
        || locks.count() >= partition.settings().locksPerAccount();
  }

  /**
   * Counts the acquire against the rate limit; if there are too many already, counts nothing and
   * answers in how many ms one would pass.
   */
  private @Nullable Long passRateLimit(EventHead head, String subAccount) {
    Settings settings = partition.settings();
    int limit = settings.acquiresPerWindow();
    if (limit == 0) {
      return null;
    }
    List<Long> acquiredAt = partition.rates().of(head.account(), subAccount);
    if (acquiredAt.size() < limit) {
      partition.rates().record(head.account(), subAccount, head.at());
      return null;
    }
    long lastToLeave = acquiredAt.get(acquiredAt.size() - limit);
    return lastToLeave + settings.windowMs() - head.at();
  }

  private static Granted granted(EventHead head, LockFields request) {
    return new Granted(
        head,
        request,
        head.seq(),
        head.at() + request.leaseMs(),
        /* waitedMs= */ 0,
        /* repeated= */ false);
  }
}
