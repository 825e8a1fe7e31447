package io.lockarbiter.audit.lives;

/** Names a lock: ids are per account. */
record LockKey(String account, String lockId) {}
