package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** In two words what must become of a command, read off plain lists. */
final class NaiveVerdicts {
  private final NaivePartition partition;

  NaiveVerdicts(NaivePartition partition) {
    this.partition = partition;
  }

  /** What must become of a command, such as {@code rejected CONFLICT}; counts it for the rate. */
  String expected(AccountCommand command) {
    int rightPartition = AccountHash.of(command.account()) % partition.settings().partitions();
    if (rightPartition != HistoryGenerator.PARTITION) {
      return "rejected WRONG_PARTITION";
    }
    if (command instanceof Acquire acquire) {
      return ofAcquire(acquire);
    } else if (command instanceof Renew renew) {
      String refusal = refusal(command.account(), renew.lockId(), renew.owner());
      return refusal == null ? "renewed" : refusal;
    } else if (command instanceof Release release) {
      return ofRelease(release);
    }
    ForceRelease force = (ForceRelease) command;
    return partition.find(force.account(), force.lockId()) == null
        ? "rejected NOT_HELD"
        : "released FORCED";
  }

  private String ofRelease(Release release) {
    NaivePartition.Ended before = partition.findEnded(release.account(), release.lockId());
    if (before != null && before.fields().owner().equals(release.owner())) {
      return before.request().type().text() + " again";
    }
    String refusal = refusal(release.account(), release.lockId(), release.owner());
    return refusal == null ? "released RELEASED" : refusal;
  }

  private @Nullable String refusal(String account, String lockId, Owner asker) {
    HeldLock lock = partition.find(account, lockId);
    if (lock == null) {
      return "rejected NOT_HELD";
    }
    return lock.fields().owner().equals(asker) ? null : "rejected NOT_HOLDER";
  }

  private String ofAcquire(Acquire acquire) {
    LockFields request = LockFields.of(acquire);
    HeldLock lock = partition.find(acquire.account(), request.lockId());
    if (lock != null) {
      return lock.fields().equals(request) ? "granted again" : "rejected ID_CONFLICT";
    }
    NaivePartition.Ended before = partition.findEnded(acquire.account(), request.lockId());
    if (before != null) {
      return before.fields().equals(request)
          ? before.request().type().text() + " again"
          : "rejected ID_CONFLICT";
    }
    String subAccount = acquire.owner().subAccount();
    List<HeldLock> others = partition.heldOf(acquire.account());
    long own = others.stream().filter(l -> isOf(subAccount, l)).count();
    if (own >= partition.settings().locksPerSubAccount()
        || others.size() >= partition.settings().locksPerAccount()) {
      return "rejected LIMIT_EXCEEDED";
    }
    int limit = partition.settings().acquiresPerWindow();
    if (limit > 0) {
      if (partition.askedAt(acquire.account(), subAccount).size() >= limit) {
        return "rejected RATE_LIMITED";
      }
      partition.addAsked(acquire.account(), subAccount);
    }
    return NaiveConflicts.blockers(others, request).isEmpty() ? "granted" : "rejected CONFLICT";
  }

  private static boolean isOf(String subAccount, HeldLock lock) {
    return lock.fields().owner().subAccount().equals(subAccount);
  }
}
