package io.lockarbiter.audit;

/** Names a lock: ids are per account. */
record LockKey(String account, String lockId) {}
