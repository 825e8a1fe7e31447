package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;

/** A lock as it is held now; times are log time, epoch ms. */
public record HeldLock(
    String account, LockFields fields, long token, long grantedAt, long expiresAt, long waitedMs) {}
