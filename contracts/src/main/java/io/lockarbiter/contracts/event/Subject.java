package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.Owner;

/** What an event is about: a lock with all its fields, or only its name and who asked. */
public sealed interface Subject permits LockFields, LockRef {
  /** What the refusal of a command is about. */
  static Subject ofRefused(AccountCommand command) {
    return command instanceof Acquire acquire
        ? LockFields.of(acquire)
        : new LockRef(command.lockId(), command.owner());
  }

  String lockId();

  /** The lock's owner; in a refused renew or release the one who asked. */
  Owner owner();
}
