package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Owner;

/** What an event is about: a lock with all its fields, or only its name and who asked. */
public sealed interface Subject permits LockFields, LockRef {
  String lockId();

  /** The lock's owner; in a refused renew or release the one who asked. */
  Owner owner();
}
