package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a lock, as they stand in every event about a valid acquire; units and ranges as in
 * {@link Acquire}.
 */
public record LockFields(
    String lockId,
    Owner owner,
    Operation operation,
    @Nullable LockPath path,
    @Nullable LockPath destination,
    List<Target> targets,
    long leaseMs,
    long waitMs,
    List<String> holding,
    SortedMap<String, String> attributes)
    implements Subject {

  /** The fields of the lock that an acquire asks for. */
  public static LockFields of(Acquire acquire) {
    return new LockFields(
        acquire.commandId(),
        acquire.owner(),
        acquire.operation(),
        acquire.path(),
        acquire.destination(),
        acquire.targets(),
        acquire.leaseMs(),
        acquire.waitMs(),
        acquire.holding(),
        acquire.attributes());
  }
}
