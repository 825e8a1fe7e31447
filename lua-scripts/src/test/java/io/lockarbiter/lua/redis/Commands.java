package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.LogRecord;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Short forms of commands of the account {@code acme}. */
final class Commands {
  private Commands() {}

  static Acquire acquire(String id, String subAccount, Operation operation, String path) {
    LockPath at = LockPath.of(path);
    return acquire(id, subAccount, operation, at, operation.targets(at, null), 30_000);
  }

  static Acquire custom(String id, String subAccount, Target... targets) {
    return acquire(id, subAccount, Operation.CUSTOM, null, List.of(targets), 30_000);
  }

  static Target target(String path, Mode mode) {
    return new Target(LockPath.of(path), mode);
  }

  static Acquire acquire(
      String id,
      String subAccount,
      Operation operation,
      @Nullable LockPath path,
      List<Target> targets,
      long leaseMs) {
    return new Acquire(
        "acme",
        null,
        new LockFields(
            id,
            new Owner(subAccount, null),
            operation,
            path,
            null,
            targets,
            leaseMs,
            0,
            List.of(),
            new TreeMap<>()));
  }

  static Release release(String id, String subAccount, String lockId) {
    return new Release(id, "acme", new Owner(subAccount, null), null, lockId, false);
  }

  static LogRecord record(long offset, long at, Command command) {
    return new LogRecord(offset, at, 1, new DecodedCommand.Valid(command));
  }

  /** A settings record that puts every account into partition 0. */
  static LogRecord onePartition(long offset) {
    return record(
        offset,
        0,
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 1_000_000)
            .with(Setting.LOCKS_PER_ACCOUNT, 1_000_000)
            .with(Setting.WAITERS_PER_SUB_ACCOUNT, 1_000_000)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ENDINGS_PER_ACCOUNT, 1_000_000));
  }

  static LogRecord tick(long offset, long at) {
    return record(offset, at, new Tick());
  }
}
