package io.lockarbiter.contracts.testing;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Commands of one account that move, remove and make paths; each lock has an owner of its name. */
public final class MovedCommands {
  private MovedCommands() {}

  /** An acquire of an operation; {@code existing} as the wire has it. */
  public static Acquire acquire(
      String id,
      Operation operation,
      String path,
      @Nullable String destination,
      @Nullable Long existing) {
    LockPath from = LockPath.of(path);
    LockPath to = destination == null ? null : LockPath.of(destination);
    return acquire(id, operation, from, to, operation.targets(from, to), null, existing);
  }

  /** An acquire of any targets, maybe in the place of another lock. */
  public static Acquire acquire(
      String id,
      Operation operation,
      @Nullable LockPath from,
      @Nullable LockPath to,
      List<Target> targets,
      @Nullable LockRef replaces,
      @Nullable Long existing) {
    LockFields fields =
        new LockFields(
            id,
            new Owner(id, null),
            operation,
            from,
            to,
            targets,
            30_000,
            0,
            0,
            List.of(),
            replaces,
            new TreeMap<>());
    return new Acquire("acme", null, fields.existing(existing));
  }

  /** The end of a lock by its holder. */
  public static Release release(String lockId, WorkOutcome outcome) {
    return new Release("r" + lockId, "acme", new Owner(lockId, null), null, lockId, outcome);
  }
}
