package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import java.util.Objects;

/** What the answer to a command must say, given what was true before it. */
final class AnswerInvariants {
  private final NaivePartition before;
  private final AccountCommand command;

  AnswerInvariants(NaivePartition before, AccountCommand command) {
    this.before = before;
    this.command = command;
  }

  void check(Event event) {
    if (command instanceof Acquire acquire) {
      assertThat(event.subject()).isEqualTo(LockFields.of(acquire));
    }
    if (event instanceof Granted granted) {
      checkGranted(granted);
    } else if (event.repeated()) {
      checkRepeated(event);
    } else if (event instanceof Renewed renewed) {
      checkRenewed(renewed, held(event));
    } else if (event instanceof Released released) {
      checkEnd(released, held(event), before.at());
    } else if (event instanceof Rejected rejected) {
      checkRefusal(rejected);
    }
  }

  private void checkGranted(Granted granted) {
    if (granted.repeated()) {
      HeldLock lock = held(granted);
      assertThat(granted.token()).as("token of %s", granted).isEqualTo(lock.token());
      assertThat(granted.expiresAt()).as("expiresAt of %s", granted).isEqualTo(lock.expiresAt());
    } else {
      long expiresAt = before.at() + granted.subject().leaseMs();
      assertThat(granted.token()).as("token of %s", granted).isEqualTo(granted.head().seq());
      assertThat(granted.expiresAt()).as("expiresAt of %s", granted).isEqualTo(expiresAt);
    }
  }

  private void checkRepeated(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    NaivePartition.Ended ended = before.findEnded(command.account(), lockId);
    String details = Objects.requireNonNull(ended).request().details();
    if (command instanceof Acquire) {
      assertThat(EventCodec.details(event)).as("details of %s", event).isEqualTo(details);
    } else {
      assertThat(details).as("details before %s", event).startsWith(EventCodec.details(event));
      assertThat(event.subject()).isEqualTo(new LockRef(lockId, command.owner()));
    }
  }

  private void checkRenewed(Renewed renewed, HeldLock lock) {
    Long asked = ((Renew) command).leaseMs();
    long leaseMs = asked == null ? lock.fields().leaseMs() : asked;
    assertThat(renewed.subject()).isEqualTo(lock.fields());
    assertThat(renewed.token()).as("token of %s", renewed).isEqualTo(lock.token());
    assertThat(renewed.grantedAt()).as("grantedAt of %s", renewed).isEqualTo(lock.grantedAt());
    assertThat(renewed.expiresAt()).as("expiresAt of %s", renewed).isEqualTo(before.at() + leaseMs);
  }

  static void checkEnd(Released released, HeldLock lock, long at) {
    assertThat(released.subject()).isEqualTo(lock.fields());
    assertThat(released.token()).as("token of %s", released).isEqualTo(lock.token());
    assertThat(released.heldMs()).as("heldMs of %s", released).isEqualTo(at - lock.grantedAt());
  }

  private void checkRefusal(Rejected rejected) {
    List<Blocker> blockers =
        rejected.reason() == RejectReason.CONFLICT
            ? NaiveConflicts.blockers(
                before.heldOf(command.account()), LockFields.of((Acquire) command))
            : List.of();
    assertThat(rejected.blockedBy())
        .as("blockedBy of %s", rejected)
        .isEqualTo(blockers.stream().limit(Blocker.MAX_LISTED).toList());
    assertThat(rejected.moreBlockers())
        .as("moreBlockers of %s", rejected)
        .isEqualTo(blockers.size() > Blocker.MAX_LISTED);
    if (rejected.reason() == RejectReason.RATE_LIMITED) {
      assertThat(rejected.retryAfterMs())
          .as("retryAfterMs of %s", rejected)
          .isEqualTo(before.retryAfterMs(command.account(), command.owner().subAccount()));
    }
  }

  private HeldLock held(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    return Objects.requireNonNull(before.find(command.account(), lockId));
  }
}
