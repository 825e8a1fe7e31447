package io.lockarbiter.lua.rules;

/** Which lock of a partition: lock ids are unique per account only. */
record LockId(String account, String lockId) {}
