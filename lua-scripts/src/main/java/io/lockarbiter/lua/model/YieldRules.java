package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;
import org.jspecify.annotations.Nullable;

/** Decides requests to let go of a lock: RULES.md, Asking a holder to let go. */
final class YieldRules {
  private final Partition partition;

  YieldRules(Partition partition) {
    this.partition = partition;
  }

  Answer decide(Yield asked) {
    EventHead head = partition.nextHead(asked.account(), asked.commandId());
    HeldLock lock = partition.held().find(asked.account(), asked.lockId());
    if (lock == null) {
      return new Answer(Rejections.plain(head, asked.subject(), RejectReason.NOT_HELD), null);
    }
    long now = partition.at();
    long wanted = asked.graceMs() == null ? Long.MAX_VALUE : now + asked.graceMs();
    long pauseMs = lock.asked() == null ? 0 : lock.asked().at() + Settings.YIELD_PAUSE_MS - now;
    if (pauseMs > 0 && !bringsTheEndForward(wanted, lock)) {
      Event refusal =
          Rejections.askedTooOften(head, asked.subject(), partition.untilPassed(pauseMs));
      return new Answer(refusal, null);
    }
    long endsAt = Math.min(wanted, lock.endsAt());
    return new Answer(requested(head, lock, asked, endsAt), lock.replyTo());
  }

  /**
   * Says whether a request sets the end earlier by at least the pause between requests, so that
   * this happens a bounded number of times.
   */
  private static boolean bringsTheEndForward(long wanted, HeldLock lock) {
    return wanted <= lock.endsAt() - Settings.YIELD_PAUSE_MS;
  }

  private static YieldRequested requested(EventHead head, HeldLock lock, Yield asked, long endsAt) {
    @Nullable Long end = endsAt == Long.MAX_VALUE ? null : Long.valueOf(endsAt);
    return new YieldRequested(
        head,
        lock.fields(),
        lock.token(),
        Math.min(lock.expiresAt(), endsAt),
        lock.grantedAt(),
        lock.waitedMs(),
        asked.owner().subAccount(),
        asked.owner().session(),
        asked.comment(),
        asked.graceMs(),
        end);
  }
}
