package io.lockarbiter.contracts.lock;

/** Which lock or request: lock ids are unique per account only. */
public record LockKey(String account, String lockId) {}
