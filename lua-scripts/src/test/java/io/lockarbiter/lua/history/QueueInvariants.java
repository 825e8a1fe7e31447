package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Invariants of waiting requests, whatever the history. */
final class QueueInvariants {
  private static final Set<Mode> MODES_THAT_REMOVE = Set.of(Mode.DELETE, Mode.EXCLUSIVE);

  private QueueInvariants() {}

  /** Every request waits for a reason, and no longer than its wait limit. */
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

  /**
   * A lock that is granted at once conflicts with no waiting request, except in the case of {@code
   * holding}.
   */
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

  /** A promoted request holds the lock from then on, and got it within its wait limit. */
  static void checkPromoted(Event event, WaitingRequest request, NaivePartition partition) {
    long at = partition.at();
    Granted granted = (Granted) event;
    assertThat(granted.token()).as("token of %s", granted).isEqualTo(granted.head().seq());
    assertThat(granted.expiresAt())
        .as("expiresAt of %s", granted)
        .isEqualTo(partition.firstEnd(request.account(), request.fields()));
    assertThat(granted.cut())
        .as("cut of %s", granted)
        .isEqualTo(partition.cut(request.fields(), request.fields().leaseMs()));
    assertThat(granted.endsAt()).as("endsAt of %s", granted).isNull();
    assertThat(granted.waitedMs())
        .as("waitedMs of %s", granted)
        .isEqualTo(at - request.requestedAt());
    assertThat(at)
        .as("grant of %s before its wait is over", request)
        .isLessThan(request.deadline());
  }

  /**
   * Says whether the request is for a path that no longer exists if the targets of a lock are gone.
   */
  static boolean needsOneOf(List<Target> gone, LockFields request) {
    for (Target removed : gone) {
      for (Target needed : request.targets()) {
        boolean same = needed.path().equals(removed.path());
        boolean below = needed.path().key().startsWith(removed.path().key() + "\u0001");
        if (MODES_THAT_REMOVE.contains(removed.mode())
            && !isOnlyRespelled(removed, gone)
            && (below || same && needed.mode() != Mode.PUT)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The place to which a lock moved the path of a request, by its segments; null if it moved
   * nothing, or the request has several paths.
   */
  static @Nullable String movedTo(LockFields mover, LockFields request) {
    boolean moves = Set.of("RENAME", "MOVE").contains(mover.operationWord());
    if (!moves || request.targets().size() > 1) {
      return null;
    }
    List<String> place = new ArrayList<>(segments(mover.destination()));
    List<String> path = segments(request.targets().get(0).path());
    place.addAll(path.subList(segments(mover.path()).size(), path.size()));
    String text = "/" + String.join("/", place);
    return place.size() > 64 ? null : text;
  }

  private static List<String> segments(@Nullable LockPath path) {
    return Arrays.stream(Objects.toString(path).split("/"))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** Says whether a lock renames a path onto itself: its targets are its source and destination. */
  private static boolean isOnlyRespelled(Target removed, List<Target> targets) {
    return removed.mode() == Mode.EXCLUSIVE
        && targets.stream()
            .anyMatch(other -> other.mode() == Mode.PUT && other.path().equals(removed.path()));
  }
}
