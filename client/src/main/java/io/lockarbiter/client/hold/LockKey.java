package io.lockarbiter.client.hold;

/** Names a lock: ids are per account. */
record LockKey(String account, String lockId) {}
