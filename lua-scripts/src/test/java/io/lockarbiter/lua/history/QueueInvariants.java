package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import java.util.Set;

/** What must be true of those who wait, whatever the history. */
final class QueueInvariants {
  private static final Set<Mode> MODES_THAT_REMOVE = Set.of(Mode.DELETE, Mode.EXCLUSIVE);

  private QueueInvariants() {}

  /** Nobody waits without a reason, or beyond the limit that was set. */
  static void checkWaiting(PartitionState state) {
    for (WaitingRequest request : state.waiting()) {
      assertThat(request.deadline())
          .as("deadline of %s at %d", request, state.header().at())
          .isGreaterThan(state.header().at());
      assertThat(NaiveQueue.of(request.account(), state.held(), state.waiting()).blockers(request))
          .as("what blocks %s", request)
          .isNotEmpty();
    }
  }

  /** Who is granted a lock at once conflicts with nobody who waits, but for the exception. */
  static void checkNoOvertaking(Event event, NaivePartition before) {
    if (event instanceof Granted granted && !granted.repeated()) {
      List<Blocker> waiting =
          before
              .queue(granted.head().account())
              .blockers(granted.subject(), NaiveQueue.LAST)
              .stream()
              .filter(Blocker::waiting)
              .toList();
      assertThat(waiting).as("earlier requests overtaken by %s", granted).isEmpty();
    }
  }

  /** Who waited has the lock from now on, and has it in time. */
  static void checkPromoted(Event event, WaitingRequest request, NaivePartition partition) {
    long at = partition.at();
    Granted granted = (Granted) event;
    assertThat(granted.token()).as("token of %s", granted).isEqualTo(granted.head().seq());
    assertThat(granted.expiresAt())
        .as("expiresAt of %s", granted)
        .isEqualTo(
            Math.min(at + request.fields().leaseMs(), partition.lastEnd(request.fields(), at)));
    assertThat(granted.waitedMs())
        .as("waitedMs of %s", granted)
        .isEqualTo(at - request.requestedAt());
    assertThat(at)
        .as("grant of %s before its wait is over", request)
        .isLessThan(request.deadline());
  }

  /** Says whether the request is for what no longer exists if the targets of a lock are gone. */
  static boolean needsOneOf(List<Target> gone, LockFields request) {
    for (Target removed : gone) {
      for (Target needed : request.targets()) {
        boolean same = needed.path().equals(removed.path());
        boolean below = needed.path().key().startsWith(removed.path().key() + "\u0001");
        if (MODES_THAT_REMOVE.contains(removed.mode())
            && (below || same && needed.mode() != Mode.PUT)) {
          return true;
        }
      }
    }
    return false;
  }
}
