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

/** Decides how requests leave the queue that nobody asked about: with the lock, or in vain. */
final class QueueRules {
  private final Partition partition;

  QueueRules(Partition partition) {
    this.partition = partition;
  }

  /** The end of a request that waited as long as it wanted to. */
  Event timedOut(WaitingRequest request) {
    return Rejections.plain(head(request), request.fields(), RejectReason.WAIT_TIMEOUT);
  }

  /** The end of a request for something that no longer exists. */
  Event pathGone(WaitingRequest request) {
    return Rejections.plain(head(request), request.fields(), RejectReason.PATH_GONE);
  }

  /** The lock for a request whose turn has come; the lease starts now. */
  Event granted(WaitingRequest request) {
    EventHead head = head(request);
    long waitedMs = head.at() - request.requestedAt();
    return Grants.now(head, request.fields(), waitedMs);
  }

  /**
   * The waiting requests, in queue order, that a lock leaves without what they ask for if the paths
   * of its DELETE and EXCLUSIVE targets are gone: they are strictly below, or at it and would not
   * put it there again.
   */
  List<WaitingRequest> leftWithoutPath(String account, LockFields gone) {
    NavigableMap<Long, WaitingRequest> inQueueOrder = new TreeMap<>();
    PathIndex<WaitingRequest> waiting = partition.waiting().of(account).byPath();
    for (Target target : gone.targets()) {
      if (target.mode() == Mode.DELETE || target.mode() == Mode.EXCLUSIVE) {
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
