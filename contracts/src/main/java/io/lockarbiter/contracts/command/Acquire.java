package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a lock; {@code commandId} becomes its {@code lockId}.
 *
 * @param path null exactly for {@link Operation#CUSTOM}
 * @param destination null unless the operation has one
 * @param targets 1 to 16, distinct, in the order given
 * @param leaseMs 1,000 to 600,000 ms of log time
 * @param waitMs 0 to 600,000 ms of log time; 0 = decide at once
 * @param holding lock ids that the sender will not release before it has this lock
 * @param attributes opaque, returned in every event of the lock
 */
public record Acquire(
    String commandId,
    String account,
    Owner owner,
    @Nullable String replyTo,
    Operation operation,
    @Nullable LockPath path,
    @Nullable LockPath destination,
    List<Target> targets,
    long leaseMs,
    long waitMs,
    List<String> holding,
    SortedMap<String, String> attributes)
    implements AccountCommand {
  /** Most targets, equal ones counted once. */
  public static final int MAX_TARGETS = 16;

  /** Most lock ids in {@code holding}. */
  public static final int MAX_HOLDING = 16;

  /** Most UTF-8 bytes of all keys and values of {@code attributes} together. */
  public static final int MAX_ATTRIBUTE_BYTES = 4096;

  @Override
  public String lockId() {
    return commandId;
  }
}
