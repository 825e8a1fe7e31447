package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Owner;

/** The subject of an event: a lock with all its fields, or only its name and the owner. */
public sealed interface Subject permits LockFields, LockRef {
  String lockId();

  /** The lock's owner; in a refused renew or release, the owner that sent it. */
  Owner owner();
}
