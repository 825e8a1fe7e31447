package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/** A command that a sender writes for an account. It gets exactly one direct answer. */
public sealed interface AccountCommand extends Command
    permits Acquire, Renew, Release, ForceRelease, Yield, ReleaseAll, KeepAlive {
  /** Chosen by the sender, unique per account. */
  String commandId();

  String account();

  /**
   * The lock that the command is about; for an acquire, the lock that gets the command's id; null
   * if it is about no single lock.
   */
  @Nullable String lockId();

  /** The owner in whose name the command asks. */
  Owner owner();

  /** The address for the header of the answer; null if none was given. */
  @Nullable String replyTo();

  /**
   * The subject of a refusal of this command: all fields of the requested lock, or its name and the
   * owner; null if it is about no single lock.
   */
  default @Nullable Subject subject() {
    String lockId = lockId();
    return lockId == null ? null : new LockRef(lockId, owner());
  }
}
