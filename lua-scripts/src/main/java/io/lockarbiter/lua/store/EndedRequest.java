package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that ended and whose id is still remembered.
 *
 * @param endedAt log time, epoch ms
 * @param digest the digest of its content
 * @param ending the remembered part of the event that ended it
 * @param replyTo the reply address of the acquire; null if none was given
 */
public record EndedRequest(
    String account,
    String lockId,
    Owner owner,
    long endedAt,
    String digest,
    Ending ending,
    @Nullable String replyTo) {}
