package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Setting;
import org.jspecify.annotations.Nullable;

/** Checks the limits in number and bytes: RULES.md, Limits. Each names the first one reached. */
final class SizeLimits {
  private final Partition partition;

  SizeLimits(Partition partition) {
    this.partition = partition;
  }

  /** The limit that one more lock would exceed; null if none. */
  @Nullable Setting exceededByLock(String account, LockFields request, int bytes) {
    String subAccount = request.owner().subAccount();
    Setting number = exceededNumber(account, subAccount);
    if (number != null) {
      return number;
    }
    AccountLocks locks = partition.held().of(account);
    AccountQueue queue = partition.waiting().of(account);
    if (request.isKept()
        && locks.keptOf(subAccount) + queue.keptOf(subAccount)
            >= limit(Setting.KEPT_PER_SUB_ACCOUNT)) {
      return Setting.KEPT_PER_SUB_ACCOUNT;
    } else if (request.isKept() && locks.kept() + queue.kept() >= limit(Setting.KEPT_PER_ACCOUNT)) {
      return Setting.KEPT_PER_ACCOUNT;
    }
    return exceededBytes(account, subAccount, bytes);
  }

  /** The limit that one more live session would exceed; null if none. */
  @Nullable Setting exceededBySession(String account, String subAccount, int bytes) {
    Setting number = exceededNumber(account, subAccount);
    return number == null ? exceededBytes(account, subAccount, bytes) : number;
  }

  private @Nullable Setting exceededNumber(String account, String subAccount) {
    AccountLocks locks = partition.held().of(account);
    AccountQueue queue = partition.waiting().of(account);
    Sessions sessions = partition.sessions();
    if (locks.countOf(subAccount)
            + queue.countOf(subAccount)
            + sessions.countOf(account, subAccount)
        >= limit(Setting.LOCKS_PER_SUB_ACCOUNT)) {
      return Setting.LOCKS_PER_SUB_ACCOUNT;
    }
    return locks.count() + queue.count() + sessions.countOf(account, null)
            >= limit(Setting.LOCKS_PER_ACCOUNT)
        ? Setting.LOCKS_PER_ACCOUNT
        : null;
  }

  /** The limit that one more waiting request would exceed; null if none. */
  @Nullable Setting fullQueue(String account, String subAccount, int bytes) {
    AccountQueue queue = partition.waiting().of(account);
    if (queue.count() >= limit(Setting.WAITERS_PER_ACCOUNT)) {
      return Setting.WAITERS_PER_ACCOUNT;
    } else if (queue.countOf(subAccount) >= limit(Setting.WAITERS_PER_SUB_ACCOUNT)) {
      return Setting.WAITERS_PER_SUB_ACCOUNT;
    }
    Setting exceeded = exceededBytes(account, subAccount, bytes);
    if (exceeded != null) {
      return exceeded;
    }
    return partition.bytes() + bytes > limit(Setting.BYTES_PER_PARTITION)
        ? Setting.BYTES_PER_PARTITION
        : null;
  }

  private @Nullable Setting exceededBytes(String account, String subAccount, int more) {
    AccountLocks locks = partition.held().of(account);
    AccountQueue queue = partition.waiting().of(account);
    Sessions sessions = partition.sessions();
    long ofSubAccount =
        locks.bytesOf(subAccount)
            + queue.bytesOf(subAccount)
            + sessions.bytesOf(account, subAccount);
    if (ofSubAccount + more > limit(Setting.BYTES_PER_SUB_ACCOUNT)) {
      return Setting.BYTES_PER_SUB_ACCOUNT;
    }
    return locks.bytes() + queue.bytes() + sessions.bytesOf(account, null) + more
            > limit(Setting.BYTES_PER_ACCOUNT)
        ? Setting.BYTES_PER_ACCOUNT
        : null;
  }

  private int limit(Setting setting) {
    return partition.settings().get(setting);
  }
}
