package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers the views of an account. */
final class PartitionView {
  /** An owner for questions without one; no sub-account has this name. */
  private static final Owner NOBODY = new Owner("", null);

  private final AccountLocks locks;
  private final AccountQueue queue;
  private final ConflictSearch conflicts;

  PartitionView(Partition partition, String account) {
    locks = partition.held().of(account);
    queue = partition.waiting().of(account);
    conflicts = new ConflictSearch(locks, queue);
  }

  List<HeldLock> locks(LockPath under, @Nullable Mode mode, int limit) {
    return held(under, mode, limit).stream().map(locks::shown).toList();
  }

  /** All held locks. */
  List<HeldUntil> held() {
    return held(LockPath.ROOT, null, Integer.MAX_VALUE).stream()
        .map(lock -> new HeldUntil(lock, locks.endOf(lock)))
        .toList();
  }

  private List<HeldLock> held(LockPath under, @Nullable Mode mode, int limit) {
    Set<HeldLock> first = new LinkedHashSet<>();
    locks
        .byPath()
        .visitAtAndBelow(
            under,
            (lock, path, relation) -> {
              if (mode == null || lock.fields().targets().contains(new Target(path, mode))) {
                first.add(lock.asOf(Long.MAX_VALUE));
              }
              return first.size() < limit;
            });
    return List.copyOf(first);
  }

  List<QueuedRequest> queue(int limit) {
    List<QueuedRequest> first = new ArrayList<>();
    for (WaitingRequest request : queue.all()) {
      if (first.size() == limit) {
        break;
      }
      List<Blocker> blockers = conflicts.blockers(request, Blocker.MAX_LISTED + 1);
      BlockedBy blockedBy = AnswerBounds.listed(blockers, AnswerBounds.BLOCKERS_BYTES);
      first.add(new QueuedRequest(request, first.size() + 1, blockedBy.listed(), blockedBy.more()));
    }
    return first;
  }

  Explanation explain(@Nullable Owner owner, List<Target> targets) {
    LockFields request =
        new LockFields(
            "",
            owner == null ? NOBODY : owner,
            Operation.CUSTOM,
            null,
            null,
            targets,
            Settings.DEFAULT_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>());
    List<Blocker> blockers = conflicts.blockers(request, Blocker.MAX_LISTED + 1);
    BlockedBy blockedBy = AnswerBounds.listed(blockers, AnswerBounds.BLOCKERS_BYTES);
    return new Explanation(blockedBy.listed(), blockedBy.more(), queue.count());
  }
}
