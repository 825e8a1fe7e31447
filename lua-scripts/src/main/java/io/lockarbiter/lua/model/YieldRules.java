package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import java.util.Objects;
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
    YieldRequested event =
        requested(head, lock, asked.owner(), asked.comment(), asked.graceMs(), endsAt);
    return new Answer(event, lock.replyTo());
  }

  /**
   * The locks whose holders a request asks that has been queued with a grace: the first in its way,
   * but for freezes, kept locks, and locks whose end it would not bring forward by much.
   */
  List<HeldLock> askedBy(Acquire acquire) {
    if (acquire.graceMs() == null) {
      return List.of();
    }
    long graceMs = acquire.graceMs();
    String account = acquire.account();
    List<Blocker> inTheWay =
        new ConflictSearch(partition.held().of(account), partition.waiting().of(account))
            .held(acquire.fields(), Settings.MAX_ASKED);
    return inTheWay.stream()
        .map(blocker -> partition.held().find(account, blocker.lockId()))
        .map(Objects::requireNonNull)
        .filter(lock -> lock.fields().mayBeAskedFor() && leavesHalfOfItsTime(graceMs, lock))
        .toList();
  }

  /** The request to the holder of one of these locks. */
  YieldRequested requested(HeldLock lock, Acquire acquire) {
    Long graceMs = Objects.requireNonNull(acquire.graceMs());
    EventHead head = partition.nextHead(lock.account(), lock.fields().lockId());
    return requested(
        head, lock, acquire.owner(), acquire.comment(), graceMs, partition.at() + graceMs);
  }

  /**
   * Says whether a request sets the end earlier by at least the pause between requests, so that
   * this happens a bounded number of times.
   */
  private static boolean bringsTheEndForward(long wanted, HeldLock lock) {
    return wanted <= lock.endsAt() - Settings.YIELD_PAUSE_MS;
  }

  /**
   * Says whether a grace leaves a lock half of the time to its end at most, and a second less. So
   * the graces of requests that ask for all locks in their way become few: each is half as long.
   */
  private boolean leavesHalfOfItsTime(long graceMs, HeldLock lock) {
    long now = partition.at();
    return bringsTheEndForward(now + graceMs, lock) && 2 * graceMs <= lock.endsAt() - now;
  }

  private YieldRequested requested(
      EventHead head,
      HeldLock lock,
      Owner by,
      @Nullable String comment,
      @Nullable Long graceMs,
      long endsAt) {
    @Nullable Long end = endsAt == Long.MAX_VALUE ? null : Long.valueOf(endsAt);
    return new YieldRequested(
        head,
        lock.fields(),
        lock.token(),
        Math.min(partition.sessions().endOf(lock), endsAt),
        lock.grantedAt(),
        lock.waitedMs(),
        by.subAccount(),
        by.session(),
        comment,
        graceMs,
        end);
  }
}
