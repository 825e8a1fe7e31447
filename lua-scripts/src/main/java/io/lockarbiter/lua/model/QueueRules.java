package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Decides the ends of waits that no command asked for: by a grant or by a refusal. */
final class QueueRules {
  private final Partition partition;

  QueueRules(Partition partition) {
    this.partition = partition;
  }

  /** The end of a request whose wait limit has passed. */
  Event timedOut(WaitingRequest request) {
    return Rejections.plain(head(request), request.fields(), RejectReason.WAIT_TIMEOUT);
  }

  /** The end of a request for a path that no longer exists. */
  Event pathGone(WaitingRequest request) {
    return Rejections.plain(head(request), request.fields(), RejectReason.PATH_GONE);
  }

  /** The grant of a request that nothing blocks any more; the lease starts now. */
  Event granted(WaitingRequest request) {
    EventHead head = head(request);
    long waitedMs = head.at() - request.requestedAt();
    return Grants.now(partition.settings(), head, request.fields(), waitedMs);
  }

  /**
   * The waiting requests, in queue order, that are refused if the paths of a lock's DELETE and
   * EXCLUSIVE targets are gone: requests for a path strictly below, or for the path itself unless
   * they would create it again. A rename onto its own path leaves everything where it is.
   */
  List<WaitingRequest> leftWithoutPath(String account, LockFields gone) {
    NavigableMap<Long, WaitingRequest> inQueueOrder = new TreeMap<>();
    PathIndex<WaitingRequest> waiting = partition.waiting().of(account).byPath();
    for (Target target : gone.targets()) {
      if (target.mode() == Mode.DELETE
          || target.mode() == Mode.EXCLUSIVE
              && !gone.targets().contains(new Target(target.path(), Mode.PUT))) {
        waiting.visitAtAndBelow(
            target.path(),
            (request, path, relation) -> {
              if (relation == Relation.DESCENDANT || usesWhatIsAt(path, request.fields())) {
                inQueueOrder.put(request.arrival(), request);
              }
              return true;
            });
      }
    }
    return List.copyOf(inQueueOrder.values());
  }

  private static boolean usesWhatIsAt(LockPath path, LockFields request) {
    return request.targets().stream()
        .anyMatch(target -> target.path().equals(path) && target.mode() != Mode.PUT);
  }

  private EventHead head(WaitingRequest request) {
    return partition.nextHead(request.account(), request.fields().lockId());
  }
}
