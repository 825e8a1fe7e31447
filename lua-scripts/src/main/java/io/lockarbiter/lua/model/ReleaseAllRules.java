package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;

/** Decides commands that end all that an owner or a sub-account has: RULES.md, Releasing all. */
final class ReleaseAllRules {
  private final Partition partition;

  ReleaseAllRules(Partition partition) {
    this.partition = partition;
  }

  /** The requests that the command means, in the order of their ends. */
  List<WaitingRequest> waiting(ReleaseAll command) {
    OwnerOrder<WaitingRequest> owned = order(command);
    partition
        .waiting()
        .of(command.account())
        .of(command.owner().subAccount())
        .forEach(request -> owned.add(request.fields(), request.arrival(), request));
    return List.copyOf(owned.byPlace().values());
  }

  /** The held locks that the command means, in the order of their ends. */
  List<HeldLock> held(ReleaseAll command) {
    OwnerOrder<HeldLock> owned = order(command);
    partition
        .held()
        .of(command.account())
        .of(command.owner().subAccount())
        .forEach(lock -> owned.add(lock.fields(), lock.token(), lock));
    return List.copyOf(owned.byPlace().values());
  }

  private static <T> OwnerOrder<T> order(ReleaseAll command) {
    return new OwnerOrder<>(command.account(), command.owner().session());
  }

  Released cancelled(WaitingRequest request) {
    return new Released(
        partition.nextHead(request.account(), request.fields().lockId()),
        request.fields(),
        ReleaseReason.CANCELLED,
        /* token= */ null,
        /* heldMs= */ null,
        /* by= */ null,
        /* comment= */ null,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  Released released(HeldLock lock) {
    EventHead head = partition.nextHead(lock.account(), lock.fields().lockId());
    return new Released(
        head,
        lock.fields(),
        ReleaseReason.RELEASED,
        lock.token(),
        head.at() - lock.grantedAt(),
        /* by= */ null,
        /* comment= */ null,
        WorkOutcome.DONE,
        /* repeated= */ false);
  }

  /** The answer, once all of these have ended. */
  ReleasedAll answer(ReleaseAll command, int released, int cancelled, boolean more) {
    EventHead head = partition.nextHead(command.account(), command.commandId());
    return new ReleasedAll(head, command.owner(), released, cancelled, more);
  }
}
