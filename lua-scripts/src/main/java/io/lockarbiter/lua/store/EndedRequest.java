package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that ended and whose id is still remembered.
 *
 * @param endedAt log time, epoch ms
 * @param digest of its content
 * @param type how it ended: released or rejected
 * @param details what that event said, as {@link io.lockarbiter.contracts.codec.EventCodec#details}
 *     gives it
 * @param replyTo of the acquire; null if none was given
 */
public record EndedRequest(
    String account,
    String lockId,
    Owner owner,
    long endedAt,
    String digest,
    EventType type,
    String details,
    @Nullable String replyTo) {}
