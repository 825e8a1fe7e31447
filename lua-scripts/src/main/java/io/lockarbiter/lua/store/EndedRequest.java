package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that ended and whose id is still remembered.
 *
 * @param endedAt log time, epoch ms
 * @param digest of its content
 * @param ending what the event that said so is remembered of
 * @param replyTo of the acquire; null if none was given
 */
public record EndedRequest(
    String account,
    String lockId,
    Owner owner,
    long endedAt,
    String digest,
    Ending ending,
    @Nullable String replyTo) {}
