package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;
import org.jspecify.annotations.Nullable;

/**
 * A lock as it is held now; times are log time, epoch ms.
 *
 * @param replyTo of the acquire; null if none was given
 */
public record HeldLock(
    String account,
    LockFields fields,
    @Nullable String replyTo,
    long token,
    long grantedAt,
    long expiresAt,
    long waitedMs) {}
