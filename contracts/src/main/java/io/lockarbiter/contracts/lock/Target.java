package io.lockarbiter.contracts.lock;

/** One path and how it is used; a lock has one or more, all or none. */
public record Target(LockPath path, Mode mode) {}
