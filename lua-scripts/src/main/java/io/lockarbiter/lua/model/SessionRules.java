package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.WaitingRequest;
import org.jspecify.annotations.Nullable;

/** Decides commands that keep a session alive, and the ends of sessions: RULES.md, Sessions. */
final class SessionRules {
  private final Partition partition;

  SessionRules(Partition partition) {
    this.partition = partition;
  }

  Answer decide(KeepAlive command) {
    EventHead head = partition.nextHead(command.account(), command.commandId());
    LiveSession before = partition.sessions().find(command.account(), command.owner());
    Event refusal = before == null ? refusal(head, command) : null;
    if (refusal != null) {
      return new Answer(refusal, null);
    }
    if (before == null) {
      new TimeLimits(partition).count(head, command.owner().subAccount());
    }
    int longest = partition.settings().get(Setting.LONGEST_LEASE_MS);
    Long cutLeaseMs = longest == 0 || longest >= command.leaseMs() ? null : Long.valueOf(longest);
    long end = head.at() + (cutLeaseMs == null ? command.leaseMs() : cutLeaseMs);
    return new Answer(
        new KeptAlive(
            head,
            command.owner(),
            command.leaseMs(),
            before == null ? head.at() : before.beganAt(),
            before == null ? end : Math.max(before.expiresAt(), end),
            cutLeaseMs),
        null);
  }

  /** The refusal to begin a session; null if nothing refuses it. */
  private @Nullable Event refusal(EventHead head, KeepAlive command) {
    String subAccount = command.owner().subAccount();
    int bytes = LiveSession.charge(head.account(), command.owner());
    TimeLimits.Wait wait = new TimeLimits(partition).longestOfSession(head, subAccount, bytes);
    if (wait != null) {
      return Rejections.rateLimited(head, /* subject= */ null, wait);
    }
    Setting exceeded =
        new SizeLimits(partition).exceededBySession(head.account(), subAccount, bytes);
    return exceeded == null ? null : Rejections.limitExceeded(head, /* subject= */ null, exceeded);
  }

  /** The end of a bound request whose session has ended. */
  Rejected ended(WaitingRequest request) {
    EventHead head = partition.nextHead(request.account(), request.fields().lockId());
    return Rejections.plain(head, request.fields(), RejectReason.NO_SESSION);
  }

  /** The end of a bound lock whose session has ended. */
  Released ended(HeldLock lock) {
    EventHead head = partition.nextHead(lock.account(), lock.fields().lockId());
    return new Released(
        head,
        lock.fields(),
        ReleaseReason.SESSION_ENDED,
        lock.token(),
        head.at() - lock.grantedAt(),
        /* by= */ null,
        /* comment= */ null,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }
}
