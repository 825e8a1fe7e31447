package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the answer to a command against the state before it. */
final class AnswerInvariants {
  private static final Set<RejectReason> BLOCKED =
      Set.of(RejectReason.CONFLICT, RejectReason.DEADLOCK, RejectReason.QUEUE_FULL);

  private static final Set<RejectReason> LIMITED =
      Set.of(RejectReason.LIMIT_EXCEEDED, RejectReason.QUEUE_FULL, RejectReason.RATE_LIMITED);

  private final NaivePartition before;
  private final AccountCommand command;

  AnswerInvariants(NaivePartition before, AccountCommand command) {
    this.before = before;
    this.command = command;
  }

  void check(Event event) {
    if (command instanceof Acquire acquire) {
      assertThat(event.subject()).isEqualTo(acquire.fields());
    }
    if (event instanceof Granted granted) {
      checkGranted(granted);
    } else if (event instanceof Queued queued) {
      checkQueued(queued);
    } else if (event.repeated()) {
      checkRepeated(event);
    } else if (event instanceof Renewed renewed) {
      checkRenewed(renewed, held(event));
    } else if (event instanceof YieldRequested asked) {
      checkYieldRequested(asked, held(event));
    } else if (event instanceof KeptAlive kept) {
      checkKeptAlive(kept, (KeepAlive) command);
    } else if (event instanceof Released released) {
      checkReleased(released);
    } else if (event instanceof Rejected rejected) {
      checkRefusal(rejected);
    }
  }

  private void checkKeptAlive(KeptAlive kept, KeepAlive keep) {
    LiveSession session = before.session(keep.account(), keep.owner());
    int longest = before.settings().get(Setting.LONGEST_LEASE_MS);
    boolean isCut = longest != 0 && longest < keep.leaseMs();
    long end = before.at() + (isCut ? longest : keep.leaseMs());
    assertThat(kept)
        .isEqualTo(
            new KeptAlive(
                kept.head(),
                keep.owner(),
                keep.leaseMs(),
                session == null ? before.at() : session.beganAt(),
                session == null || session.expiresAt() < end ? end : session.expiresAt(),
                isCut ? (long) longest : null));
  }

  private void checkQueued(Queued queued) {
    NaiveQueue queue = before.queue(command.account());
    WaitingRequest waiting = before.findWaiting(command.account(), queued.subject().lockId());
    if (waiting != null) {
      assertThat(queued.position())
          .as("position of %s", queued)
          .isEqualTo(queue.waiting().indexOf(waiting) + 1);
      assertThat(queued.deadline()).as("deadline of %s", queued).isEqualTo(waiting.deadline());
      assertThat(queued.requestedAt()).as("%s", queued).isEqualTo(waiting.requestedAt());
      assertThat(queued.blockedBy()).as("blockedBy of %s", queued).isEmpty();
      return;
    }
    assertThat(queued.position()).as("%s", queued).isEqualTo(queue.waiting().size() + 1);
    assertThat(queued.requestedAt()).as("%s", queued).isEqualTo(before.at());
    assertThat(queued.deadline())
        .as("deadline of %s", queued)
        .isEqualTo(before.at() + queued.subject().waitMs());
    checkBlockers(
        queued.subject(), queued.blockedBy(), queued.moreBlockers(), AnswerBounds.BLOCKERS_BYTES);
  }

  private void checkReleased(Released released) {
    String lockId = Objects.requireNonNull(released.subject()).lockId();
    WaitingRequest waiting = before.findWaiting(command.account(), lockId);
    if (waiting == null) {
      checkEnd(released, held(released), before.at());
    } else {
      assertThat(released.subject()).isEqualTo(waiting.fields());
      assertThat(released.token()).as("token of %s", released).isNull();
      assertThat(released.heldMs()).as("heldMs of %s", released).isNull();
    }
    boolean forced = command instanceof ForceRelease;
    assertThat(released.by())
        .as("by of %s", released)
        .isEqualTo(forced ? command.owner().subAccount() : null);
    assertThat(released.comment())
        .as("comment of %s", released)
        .isEqualTo(command instanceof ForceRelease force ? force.comment() : null);
    boolean told = released.reason() == ReleaseReason.RELEASED;
    assertThat(released.outcome())
        .as("outcome of %s", released)
        .isEqualTo(told ? ((Release) command).outcome() : WorkOutcome.DONE);
  }

  private void checkGranted(Granted granted) {
    if (granted.repeated()) {
      HeldLock lock = held(granted);
      assertThat(granted.token()).as("token of %s", granted).isEqualTo(lock.token());
      assertThat(granted.expiresAt()).as("expiresAt of %s", granted).isEqualTo(before.endOf(lock));
      assertThat(granted.cut())
          .as("cut of %s", granted)
          .isEqualTo(before.cut(lock, lock.fields().leaseMs()));
      assertThat(granted.endsAt())
          .as("endsAt of %s", granted)
          .isEqualTo(NaivePartition.attachedEnd(lock));
    } else {
      LockFields lock = granted.subject();
      assertThat(granted.token()).as("token of %s", granted).isEqualTo(granted.head().seq());
      assertThat(granted.expiresAt())
          .as("expiresAt of %s", granted)
          .isEqualTo(before.firstEnd(command.account(), lock));
      Cut cut = before.cut(lock, lock.leaseMs());
      assertThat(granted.cut()).as("cut of %s", granted).isEqualTo(cut);
      assertThat(granted.endsAt()).as("endsAt of %s", granted).isNull();
    }
  }

  private void checkRepeated(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    NaivePartition.Ended ended = before.findEnded(command.account(), lockId);
    Ending ending = Objects.requireNonNull(ended).request().ending();
    Ending told = Ending.of(event);
    if (command instanceof Acquire) {
      assertThat(told).as("ending that %s tells again", event).isEqualTo(ending);
    } else {
      assertThat(told)
          .as("ending that %s tells again", event)
          .isEqualTo(new Ending(ending.reason(), ending.token(), ending.heldMs(), null));
      assertThat(event.subject()).isEqualTo(new LockRef(lockId, command.owner()));
    }
  }

  private void checkRenewed(Renewed renewed, HeldLock lock) {
    Long asked = ((Renew) command).leaseMs();
    long leaseMs = asked == null ? lock.fields().leaseMs() : asked;
    assertThat(renewed.subject()).isEqualTo(lock.fields());
    assertThat(renewed.token()).as("token of %s", renewed).isEqualTo(lock.token());
    assertThat(renewed.grantedAt()).as("grantedAt of %s", renewed).isEqualTo(lock.grantedAt());
    assertThat(renewed.cut()).as("cut of %s", renewed).isEqualTo(before.cut(lock, leaseMs));
    assertThat(renewed.endsAt())
        .as("endsAt of %s", renewed)
        .isEqualTo(NaivePartition.attachedEnd(lock));
    assertThat(renewed.declined())
        .as("declined of %s", renewed)
        .isEqualTo(((Renew) command).declined());
    if (lock.fields().leaseMs() == 0) {
      assertThat(renewed.expiresAt()).as("expiresAt of %s", renewed).isEqualTo(before.endOf(lock));
      return;
    }
    long lastEnd = before.lastEnd(lock.fields(), lock.grantedAt());
    long wanted = Math.min(before.at() + leaseMs, Math.min(lock.endsAt(), lastEnd));
    long left = before.endBySettings(leaseMs, lock.grantedAt());
    assertThat(renewed.expiresAt())
        .as("expiresAt of %s", renewed)
        .isEqualTo(Math.min(wanted, Math.max(left, lock.expiresAt())));
  }

  private void checkYieldRequested(YieldRequested event, HeldLock lock) {
    Yield asked = (Yield) command;
    Long grace = asked.graceMs();
    long endsAt = Math.min(lock.endsAt(), grace == null ? Long.MAX_VALUE : before.at() + grace);
    checkYieldRequested(
        event,
        NaiveSessions.shown(before.sessions(), lock),
        asked.owner(),
        asked.comment(),
        grace,
        endsAt);
  }

  /** Checks what a holder is told whose lock ends so at the latest. */
  static void checkYieldRequested(
      Event event,
      HeldLock lock,
      Owner by,
      @Nullable String comment,
      @Nullable Long graceMs,
      long endsAt) {
    assertThat(event)
        .isEqualTo(
            new YieldRequested(
                event.head(),
                lock.fields(),
                lock.token(),
                Math.min(lock.expiresAt(), endsAt),
                lock.grantedAt(),
                lock.waitedMs(),
                by.subAccount(),
                by.session(),
                comment,
                graceMs,
                endsAt == Long.MAX_VALUE ? null : Long.valueOf(endsAt)));
  }

  static void checkEnd(Event event, HeldLock lock, long at) {
    Released released = (Released) event;
    assertThat(released.subject()).isEqualTo(lock.fields());
    assertThat(released.token()).as("token of %s", released).isEqualTo(lock.token());
    assertThat(released.heldMs()).as("heldMs of %s", released).isEqualTo(at - lock.grantedAt());
  }

  private void checkRefusal(Rejected rejected) {
    if (command instanceof Acquire acquire && rejected.reason() == RejectReason.FROZEN) {
      assertThat(new BlockedBy(rejected.blockedBy(), rejected.moreBlockers()))
          .as("freezes in the way of %s", acquire.fields())
          .isEqualTo(
              before.queue(acquire.account()).refusingFreezes(acquire.fields(), before.at()));
    } else if (command instanceof Acquire acquire
        && rejected.reason() == RejectReason.ACCOUNT_CLOSED) {
      assertThat(new BlockedBy(rejected.blockedBy(), rejected.moreBlockers()))
          .as("what closes the account to %s", acquire.fields())
          .isEqualTo(before.queue(acquire.account()).closes(acquire.fields()));
    } else if (command instanceof Acquire acquire && BLOCKED.contains(rejected.reason())) {
      int mostBytes =
          rejected.reason() == RejectReason.DEADLOCK
              ? AnswerBounds.BLOCKERS_BYTES_BESIDE_CYCLE
              : AnswerBounds.BLOCKERS_BYTES;
      checkBlockers(acquire.fields(), rejected.blockedBy(), rejected.moreBlockers(), mostBytes);
    } else {
      assertThat(rejected.blockedBy()).as("blockedBy of %s", rejected).isEmpty();
      assertThat(rejected.moreBlockers()).as("moreBlockers of %s", rejected).isFalse();
    }
    boolean names =
        command instanceof Acquire
            && Set.of(RejectReason.NOT_HELD, RejectReason.NOT_HOLDER, RejectReason.ENDING)
                .contains(rejected.reason());
    assertThat(rejected.field())
        .as("field of %s", rejected)
        .isEqualTo(names ? badField((Acquire) command) : null);
    assertThat(rejected.cycle())
        .as("cycle of %s", rejected)
        .isEqualTo(
            rejected.reason() == RejectReason.DEADLOCK
                ? AnswerBounds.listed(
                    before.queue(command.account()).cycle(((Acquire) command).fields()))
                : List.of());
    checkLimit(rejected);
  }

  private String badField(Acquire acquire) {
    return acquire.fields().holding().stream()
            .map(lockId -> before.find(acquire.account(), lockId))
            .allMatch(lock -> lock != null && lock.fields().owner().equals(acquire.owner()))
        ? "replaces"
        : "holding";
  }

  private void checkLimit(Rejected rejected) {
    assertThat(rejected.limit() != null)
        .as("limit of %s", rejected)
        .isEqualTo(
            (command instanceof Acquire || command instanceof KeepAlive)
                && LIMITED.contains(rejected.reason()));
    if (command instanceof Yield asked) {
      assertThat(rejected.retryAfterMs())
          .as("retryAfterMs of %s", rejected)
          .isEqualTo(
              rejected.reason() == RejectReason.RATE_LIMITED
                  ? before.msToTheNextRequest(held(rejected), asked) + before.standsFor()
                  : null);
    } else if (rejected.reason() != RejectReason.RATE_LIMITED) {
      assertThat(rejected.retryAfterMs()).as("retryAfterMs of %s", rejected).isNull();
    } else {
      Map<Setting, Long> waits =
          command instanceof KeepAlive keep
              ? before.limits().msToPass(keep)
              : before.limits().msToPass((Acquire) command);
      long longest = Collections.max(waits.values());
      assertThat(rejected.retryAfterMs())
          .as("retryAfterMs of %s", rejected)
          .isEqualTo(longest + before.standsFor());
      assertThat(rejected.limit())
          .as("limit of %s", rejected)
          .isEqualTo(
              waits.entrySet().stream()
                  .filter(wait -> wait.getValue() == longest)
                  .findFirst()
                  .orElseThrow()
                  .getKey()
                  .text());
    }
  }

  private void checkBlockers(
      LockFields request, List<Blocker> listed, boolean more, int mostBytes) {
    List<Blocker> all = before.queue(command.account()).blockers(request, NaiveQueue.LAST);
    assertThat(new BlockedBy(listed, more))
        .as("blockedBy of %s", request)
        .isEqualTo(AnswerBounds.listed(all, mostBytes));
  }

  private HeldLock held(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    return Objects.requireNonNull(before.find(command.account(), lockId));
  }
}
