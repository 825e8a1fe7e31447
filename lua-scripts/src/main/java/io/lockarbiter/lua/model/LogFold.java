package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.lua.store.Asked;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies the events that a partition's log is known to have caused, instead of deciding. Every
 * live lock appears in one of them within the longest lease that is not told again, every live
 * session within its lease, every waiting request within its wait limit.
 */
final class LogFold {
  private static final Set<RejectReason> AFTER_RATE_LIMIT =
      EnumSet.of(
          RejectReason.NO_SESSION,
          RejectReason.NOT_HELD,
          RejectReason.NOT_HOLDER,
          RejectReason.ENDING,
          RejectReason.LIMIT_EXCEEDED,
          RejectReason.ACCOUNT_CLOSED,
          RejectReason.FROZEN,
          RejectReason.PATH_GONE,
          RejectReason.CONFLICT,
          RejectReason.DEADLOCK,
          RejectReason.QUEUE_FULL);

  private final Partition partition;
  private final int newestRules;

  /**
   * Applies the events of one partition.
   *
   * @param newestRules the newest rules that are known
   */
  LogFold(Partition partition, int newestRules) {
    this.partition = partition;
    this.newestRules = newestRules;
  }

  void follow(LogRecord record, long at, List<EncodedEvent> caused) {
    partition.advanceTo(record);
    partition.advanceTo(at);
    partition.sessions().forgetOver(partition.at());
    for (EncodedEvent encoded : caused) {
      follow(EventCodec.decode(encoded.value()), encoded.lockReplyTo());
    }
    if (record.content() instanceof Valid valid
        && valid.command() instanceof SettingsChange change) {
      partition.change(change, newestRules);
    }
  }

  /**
   * Applies one event; log time has reached it.
   *
   * @throws IllegalArgumentException if it has a word that only newer arbiters know
   */
  void follow(Event event, @Nullable String lockReplyTo) {
    refuseNewer(event);
    partition.outbox().skipTo(event.head().seq());
    partition.sessions().forgetOver(partition.at());
    if (event instanceof KeptAlive kept) {
      follow(kept);
    }
    if (event.repeated() || !(event.subject() instanceof LockFields fields)) {
      return;
    }
    String account = event.head().account();
    HeldLock lock = partition.held().find(account, fields.lockId());
    WaitingRequest request = partition.waiting().find(account, fields.lockId());
    countAgainstRate(event, fields, request != null);
    if (event instanceof Rejected && !Partition.endsAcquire(event)) {
      return;
    }
    partition.moved().follow(event);
    if (lock != null) {
      partition.held().remove(lock);
    }
    if (request != null) {
      partition.waiting().remove(request);
    }
    switch (event.type()) {
      case QUEUED -> partition.waiting().add(Partition.waitingSince((Queued) event, lockReplyTo));
      case GRANTED -> partition.hold(Partition.heldSince((Granted) event, lockReplyTo));
      case RENEWED -> partition.hold(renewed((Renewed) event, lock, lockReplyTo));
      case TOLD -> {
        HeldLock told = heldSince((Told) event, lockReplyTo);
        partition.hold(lock == null ? told : withOwnEnd(lock, told));
      }
      case YIELD_REQUESTED -> {
        YieldRequested asked = (YieldRequested) event;
        HeldLock before = lock == null ? heldSince(asked, lockReplyTo) : lock;
        partition.hold(before.after(asked));
      }
      case RELEASED, REJECTED -> partition.remember(event, fields, lockReplyTo);
      case RELEASED_ALL, KEPT_ALIVE, UNKNOWN -> {}
    }
    partition.forgetWhatIsOver();
  }

  /** Each tells all of its session; the first one of a session counts as an acquire. */
  private void follow(KeptAlive kept) {
    LiveSession session = Partition.sessionOf(kept);
    LiveSession before = partition.sessions().find(session.account(), session.owner());
    boolean begins = before == null && kept.beganAt() == kept.head().at();
    if (begins && kept.head().seq() > partition.floors().acquiresSince()) {
      new TimeLimits(partition).count(kept.head(), kept.owner().subAccount());
    }
    long toldBefore =
        before != null && before.beganAt() == session.beganAt() ? before.expiresAt() : 0;
    partition.sessions().put(session.until(Math.max(toldBefore, session.expiresAt())));
  }

  /** A bound lock with the earlier of both ends: no event may have told the other one lately. */
  private static HeldLock withOwnEnd(HeldLock lock, HeldLock told) {
    return lock.fields().isBound()
        ? lock.until(Math.min(lock.expiresAt(), told.expiresAt()))
        : lock;
  }

  private static HeldLock renewed(
      Renewed event, @Nullable HeldLock before, @Nullable String replyTo) {
    HeldLock told = heldSince(event, before == null ? null : before.asked(), replyTo);
    return before != null && told.fields().isBound() ? withOwnEnd(told, before) : told;
  }

  /** This build does not know the effect of a newer word, so its state would be wrong. */
  private static void refuseNewer(Event event) {
    String newer = event.newerWord();
    if (newer != null) {
      throw new IllegalArgumentException(
          "the event seq=%d is of a newer arbiter, for it says %s; only one as new can follow it"
              .formatted(event.head().seq(), newer));
    }
  }

  /**
   * Counts as the decision did: an acquire that passed the limit was then granted, queued or
   * refused.
   */
  private void countAgainstRate(Event event, LockFields fields, boolean waited) {
    boolean passed =
        switch (event.type()) {
          case GRANTED -> !waited;
          case QUEUED -> true;
          case RENEWED, RELEASED, RELEASED_ALL, KEPT_ALIVE, YIELD_REQUESTED, TOLD, UNKNOWN -> false;
          case REJECTED -> !waited && AFTER_RATE_LIMIT.contains(((Rejected) event).reason());
        };
    if (passed && event.head().seq() > partition.floors().acquiresSince()) {
      new TimeLimits(partition).count(event.head(), fields.owner().subAccount());
    }
  }

  private static HeldLock heldSince(
      Renewed renewed, @Nullable Asked asked, @Nullable String replyTo) {
    return new HeldLock(
        renewed.head().account(),
        renewed.subject(),
        replyTo,
        renewed.token(),
        renewed.grantedAt(),
        end(renewed.subject(), renewed.grantedAt(), renewed.expiresAt(), renewed.cut().maxHoldMs()),
        renewed.waitedMs(),
        asked);
  }

  private static HeldLock heldSince(Told told, @Nullable String replyTo) {
    return new HeldLock(
        told.head().account(),
        told.subject(),
        replyTo,
        told.token(),
        told.grantedAt(),
        end(told.subject(), told.grantedAt(), told.expiresAt(), told.cutMaxHoldMs()),
        told.waitedMs(),
        /* asked= */ null);
  }

  private static HeldLock heldSince(YieldRequested asked, @Nullable String replyTo) {
    return new HeldLock(
        asked.head().account(),
        asked.subject(),
        replyTo,
        asked.token(),
        asked.grantedAt(),
        end(asked.subject(), asked.grantedAt(), asked.expiresAt(), /* cutMaxHoldMs= */ null),
        asked.waitedMs(),
        /* asked= */ null);
  }

  /** The end of a lease; of a bound lock its own end. */
  private static long end(
      LockFields fields, long grantedAt, long expiresAt, @Nullable Long cutMaxHoldMs) {
    return fields.isBound() ? HeldLock.ownEnd(fields, grantedAt, cutMaxHoldMs) : expiresAt;
  }
}
