package io.lockarbiter.lua.rules;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What can be seen of an account's queue without changing it. */
final class QueueView {
  /** No id is empty, so nothing is its own. */
  private static final Owner NOBODY = new Owner("", null);

  private final AccountQueue queue;
  private final ConflictSearch conflicts;

  QueueView(Partition partition, String account) {
    this.queue = partition.waiting().of(account);
    this.conflicts = new ConflictSearch(partition.held().of(account), queue);
  }

  List<QueuedRequest> requests(int limit) {
    List<QueuedRequest> requests = new ArrayList<>();
    for (WaitingRequest request : queue.all().stream().limit(limit).toList()) {
      List<Blocker> blockers = conflicts.blockers(request, Blocker.MAX_LISTED + 1);
      requests.add(
          new QueuedRequest(request, requests.size() + 1, listed(blockers), isMore(blockers)));
    }
    return requests;
  }

  Explanation explain(@Nullable Owner owner, List<Target> targets) {
    Owner asker = owner == null ? NOBODY : owner;
    LockFields request =
        new LockFields(
            "", asker, Operation.CUSTOM, null, null, targets, 0, 0, List.of(), new TreeMap<>());
    List<Blocker> blockers = conflicts.blockers(request, Blocker.MAX_LISTED + 1);
    return new Explanation(listed(blockers), isMore(blockers), queue.count());
  }

  private static List<Blocker> listed(List<Blocker> blockers) {
    return blockers.stream().limit(Blocker.MAX_LISTED).toList();
  }

  private static boolean isMore(List<Blocker> blockers) {
    return blockers.size() > Blocker.MAX_LISTED;
  }
}
