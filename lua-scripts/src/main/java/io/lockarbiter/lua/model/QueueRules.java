package io.lockarbiter.lua.model;

import static java.util.Objects.requireNonNull;

import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides the ends of waits that no command asked for: by a grant or by a refusal. */
final class QueueRules {
  private static final Set<Operation> MOVES = EnumSet.of(Operation.RENAME, Operation.MOVE);

  private final Partition partition;

  QueueRules(Partition partition) {
    this.partition = partition;
  }

  /** The end of a request whose wait limit has passed. */
  Event timedOut(WaitingRequest request) {
    return Rejections.plain(head(request), request.fields(), RejectReason.WAIT_TIMEOUT);
  }

  /**
   * The end of a request for a path that no longer exists. Whoever says that it exists is told by
   * all that is remembered.
   *
   * @param mover the lock whose work took the path away; null if that work failed
   */
  Event pathGone(WaitingRequest request, @Nullable LockFields mover) {
    LockFields fields = request.fields();
    Rejected told = partition.moved().refusal(head(request), fields);
    LockPath place = mover == null ? null : movedTo(fields, mover);
    return told != null ? told : Rejections.pathGone(head(request), fields, place);
  }

  /**
   * The place to which the path of a request was moved. It is certain after a rename or a move, and
   * for a request of one path.
   */
  private static @Nullable LockPath movedTo(LockFields request, LockFields mover) {
    if (!MOVES.contains(mover.operation()) || request.targets().size() > 1) {
      return null;
    }
    LockPath path = request.targets().get(0).path();
    LockPath from = requireNonNull(mover.path());
    return AnswerBounds.movedTo(path, from, requireNonNull(mover.destination()));
  }

  /** The end of a request that waits when its account is closed; null if nothing closes it. */
  @Nullable Event accountClosed(WaitingRequest request) {
    ConflictSearch search =
        new ConflictSearch(
            partition.held().of(request.account()), partition.waiting().of(request.account()));
    BlockedBy closes = search.closes(request.fields());
    return closes == null
        ? null
        : Rejections.accountClosed(head(request), request.fields(), closes);
  }

  /**
   * The grant of a request that nothing blocks any more; the lease starts now. It is refused if it
   * says that its paths exist, and they do not any more.
   */
  Event promoted(WaitingRequest request) {
    EventHead head = head(request);
    Rejected gone = partition.moved().refusal(head, request.fields());
    if (gone != null) {
      return gone;
    }
    long waitedMs = head.at() - request.requestedAt();
    return Grants.now(partition, head, request.fields(), waitedMs);
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
