package io.lockarbiter.lua.model;

/** Which lock of a partition: lock ids are unique per account only. */
record LockId(String account, String lockId) {}
