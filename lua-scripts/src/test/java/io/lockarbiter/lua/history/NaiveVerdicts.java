package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes the expected verdict on a command, in two words, from plain lists. */
final class NaiveVerdicts {
  private final NaivePartition partition;

  NaiveVerdicts(NaivePartition partition) {
    this.partition = partition;
  }

  /**
   * The expected verdict on a command, such as {@code rejected CONFLICT}; counts the command for
   * its rate.
   */
  String expected(AccountCommand command) {
    if (partition.knowsPartitions()
        && AccountHash.of(command.account()) % partition.settings().get(Setting.PARTITIONS)
            != HistoryGenerator.PARTITION) {
      return "rejected WRONG_PARTITION";
    }
    if (command instanceof Acquire acquire) {
      return ofAcquire(acquire);
    } else if (command instanceof Renew renew) {
      return ofRenew(renew);
    } else if (command instanceof Release release) {
      return ofRelease(release);
    }
    if (command instanceof Yield asked) {
      return ofYield(asked);
    } else if (command instanceof ReleaseAll) {
      return "releasedAll";
    } else if (command instanceof KeepAlive keep) {
      return ofKeepAlive(keep);
    }
    ForceRelease force = (ForceRelease) command;
    return end(force.account(), force.lockId(), "released FORCED");
  }

  private String ofKeepAlive(KeepAlive keep) {
    if (partition.session(keep.account(), keep.owner()) != null) {
      return "keptAlive";
    }
    String subAccount = keep.owner().subAccount();
    if (partition.limits().msToPass(keep).values().stream().anyMatch(ms -> ms > 0)) {
      return "rejected RATE_LIMITED";
    }
    int bytes = LiveSession.charge(keep.account(), keep.owner());
    if (exceedsNumber(partition.queue(keep.account()), keep.account(), subAccount)
        || partition.limits().bytes(keep.account(), subAccount) + bytes
            > partition.settings().get(Setting.BYTES_PER_SUB_ACCOUNT)
        || partition.limits().bytes(keep.account(), null) + bytes
            > partition.settings().get(Setting.BYTES_PER_ACCOUNT)) {
      return "rejected LIMIT_EXCEEDED";
    }
    partition.limits().countAcquire(keep.account(), subAccount);
    return "keptAlive";
  }

  private String ofRenew(Renew renew) {
    Owner owner = ownerOf(renew.account(), renew.lockId());
    if (owner != null && !owner.equals(renew.owner())) {
      return "rejected NOT_HOLDER";
    }
    return partition.find(renew.account(), renew.lockId()) == null
        ? "rejected NOT_HELD"
        : "renewed";
  }

  private String ofYield(Yield asked) {
    HeldLock lock = partition.find(asked.account(), asked.lockId());
    if (lock == null) {
      return "rejected NOT_HELD";
    }
    return partition.msToTheNextRequest(lock, asked) > 0
        ? "rejected RATE_LIMITED"
        : "yieldRequested";
  }

  private String ofRelease(Release release) {
    NaivePartition.Ended before = partition.findEnded(release.account(), release.lockId());
    if (before != null && before.fields().owner().equals(release.owner())) {
      return before.request().ending().type().text() + " again";
    }
    Owner owner = ownerOf(release.account(), release.lockId());
    return owner == null || owner.equals(release.owner())
        ? end(release.account(), release.lockId(), "released RELEASED")
        : "rejected NOT_HOLDER";
  }

  private String end(String account, String lockId, String ifHeld) {
    if (partition.findWaiting(account, lockId) != null) {
      return "released CANCELLED";
    }
    return partition.find(account, lockId) == null ? "rejected NOT_HELD" : ifHeld;
  }

  /** The owner that holds the lock or waits for it. */
  private @Nullable Owner ownerOf(String account, String lockId) {
    HeldLock lock = partition.find(account, lockId);
    WaitingRequest request = partition.findWaiting(account, lockId);
    if (request != null) {
      return request.fields().owner();
    }
    return lock == null ? null : lock.fields().owner();
  }

  private String ofAcquire(Acquire acquire) {
    LockFields request = acquire.fields();
    HeldLock lock = partition.find(acquire.account(), request.lockId());
    if (lock != null) {
      return isSame(lock.fields(), request) ? "granted again" : "rejected ID_CONFLICT";
    }
    WaitingRequest waiting = partition.findWaiting(acquire.account(), request.lockId());
    if (waiting != null) {
      return isSame(waiting.fields(), request) ? "queued again" : "rejected ID_CONFLICT";
    }
    NaivePartition.Ended before = partition.findEnded(acquire.account(), request.lockId());
    if (before != null) {
      return isSame(before.fields(), request)
          ? before.request().ending().type().text() + " again"
          : "rejected ID_CONFLICT";
    }
    String refusal = refusal(acquire);
    return refusal == null ? ofNew(acquire, request) : refusal;
  }

  private @Nullable String refusal(Acquire acquire) {
    String subAccount = acquire.owner().subAccount();
    if (partition.limits().msToPass(acquire).values().stream().anyMatch(ms -> ms > 0)) {
      return "rejected RATE_LIMITED";
    }
    partition.limits().countAcquire(acquire.account(), subAccount);
    if (acquire.fields().leaseMs() == 0
        && partition.session(acquire.account(), acquire.owner()) == null) {
      return "rejected NO_SESSION";
    }
    if (!acquire.fields().holding().stream().allMatch(id -> holds(acquire, id))) {
      return "rejected NOT_HELD";
    }
    String objection = objection(acquire);
    if (objection != null) {
      return objection;
    }
    NaiveQueue all = partition.queue(acquire.account());
    NaiveQueue queue =
        new NaiveQueue(
            all.held().stream().filter(l -> !NaiveQueue.replaces(acquire.fields(), l)).toList(),
            all.waiting());
    if (exceedsNumber(queue, acquire.account(), subAccount)) {
      return "rejected LIMIT_EXCEEDED";
    }
    if (acquire.fields().isKept() && exceedsKept(queue, subAccount)) {
      return "rejected LIMIT_EXCEEDED";
    }
    LockCharge charge = LockCharge.of(acquire.account(), acquire.fields(), acquire.replyTo());
    return exceedsBytes(acquire, charge.held()) ? "rejected LIMIT_EXCEEDED" : null;
  }

  /** Says whether one more lock, or one more live session, is too much. */
  private boolean exceedsNumber(NaiveQueue queue, String account, String subAccount) {
    List<LiveSession> sessions =
        partition.sessions().stream().filter(s -> s.account().equals(account)).toList();
    long own =
        queue.held().stream().filter(l -> isOf(subAccount, l.fields())).count()
            + queue.waiting().stream().filter(r -> isOf(subAccount, r.fields())).count()
            + sessions.stream().filter(s -> s.owner().subAccount().equals(subAccount)).count();
    return own >= partition.settings().get(Setting.LOCKS_PER_SUB_ACCOUNT)
        || queue.held().size() + queue.waiting().size() + sessions.size()
            >= partition.settings().get(Setting.LOCKS_PER_ACCOUNT);
  }

  /** The refusal of a request because of the lock that it replaces; null if there is none. */
  private @Nullable String objection(Acquire acquire) {
    LockRef named = acquire.fields().replaces();
    if (named == null) {
      return null;
    }
    HeldLock old = partition.find(acquire.account(), named.lockId());
    if (old == null) {
      return "rejected NOT_HELD";
    } else if (!NaiveQueue.replaces(acquire.fields(), old)) {
      return "rejected NOT_HOLDER";
    }
    return old.asked() != null && old.asked().endsAt() != null ? "rejected ENDING" : null;
  }

  private boolean exceedsKept(NaiveQueue queue, String subAccount) {
    List<LockFields> kept =
        Stream.concat(
                queue.held().stream().map(HeldLock::fields),
                queue.waiting().stream().map(WaitingRequest::fields))
            .filter(LockFields::isKept)
            .toList();
    return kept.size() >= partition.settings().get(Setting.KEPT_PER_ACCOUNT)
        || kept.stream().filter(lock -> isOf(subAccount, lock)).count()
            >= partition.settings().get(Setting.KEPT_PER_SUB_ACCOUNT);
  }

  private boolean exceedsBytes(Acquire acquire, int more) {
    String subAccount = acquire.owner().subAccount();
    long back = 0;
    long ownBack = 0;
    for (HeldLock old : partition.heldOf(acquire.account())) {
      if (NaiveQueue.replaces(acquire.fields(), old)) {
        back = LockCharge.of(old.account(), old.fields(), old.replyTo()).held();
        ownBack = isOf(subAccount, old.fields()) ? back : 0;
      }
    }
    return partition.limits().bytes(acquire.account(), subAccount) - ownBack + more
            > partition.settings().get(Setting.BYTES_PER_SUB_ACCOUNT)
        || partition.limits().bytes(acquire.account(), null) - back + more
            > partition.settings().get(Setting.BYTES_PER_ACCOUNT);
  }

  private boolean holds(Acquire acquire, String lockId) {
    HeldLock lock = partition.find(acquire.account(), lockId);
    return lock != null && lock.fields().owner().equals(acquire.owner());
  }

  private String ofNew(Acquire acquire, LockFields request) {
    NaiveQueue queue = partition.queue(acquire.account());
    if (queue.blockers(request, NaiveQueue.LAST).isEmpty()) {
      return "granted";
    } else if (!queue.closes(request).listed().isEmpty()) {
      return "rejected ACCOUNT_CLOSED";
    } else if (!queue.refusingFreezes(request, partition.at()).listed().isEmpty()) {
      return "rejected FROZEN";
    } else if (request.waitMs() == 0) {
      return "rejected CONFLICT";
    } else if (!request.holding().isEmpty() && !queue.cycle(request).isEmpty()) {
      return "rejected DEADLOCK";
    }
    String subAccount = request.owner().subAccount();
    long own = queue.waiting().stream().filter(r -> isOf(subAccount, r.fields())).count();
    int waiting = LockCharge.of(acquire.account(), request, acquire.replyTo()).waiting();
    return queue.waiting().size() >= partition.settings().get(Setting.WAITERS_PER_ACCOUNT)
            || own >= partition.settings().get(Setting.WAITERS_PER_SUB_ACCOUNT)
            || exceedsBytes(acquire, waiting)
            || partition.limits().bytes() + waiting
                > partition.settings().get(Setting.BYTES_PER_PARTITION)
        ? "rejected QUEUE_FULL"
        : "queued";
  }

  private static boolean isOf(String subAccount, LockFields lock) {
    return lock.owner().subAccount().equals(subAccount);
  }

  /** Content is what was sent, however names are compared since. */
  private static boolean isSame(LockFields one, LockFields other) {
    return one.toString().equals(other.toString());
  }
}
