package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/** A command that somebody sent for an account and that gets exactly one direct answer. */
public sealed interface AccountCommand extends Command
    permits Acquire, Renew, Release, ForceRelease, Yield {
  /** Chosen by the sender, unique per account. */
  String commandId();

  String account();

  /** The lock that it is about: of an acquire the one that has its id. */
  String lockId();

  /** The owner in whose name the command asks. */
  Owner owner();

  /** The address that the answer's header carries; null if none was given. */
  @Nullable String replyTo();

  /** The subject of its refusal: all fields of the requested lock, or its name and the owner. */
  default Subject subject() {
    return new LockRef(lockId(), owner());
  }
}
