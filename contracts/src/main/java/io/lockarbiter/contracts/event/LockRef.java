package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Owner;

/** A lock by name only, as in a refused renew or release, or in {@code replaces}. */
public record LockRef(String lockId, Owner owner) implements Subject {}
