package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * An event ready to be published: key, headers, bytes.
 *
 * @param seq its number in the partition
 * @param reason the reason of its end or refusal, such as {@code EXPIRED}; null for types without a
 *     reason
 * @param account the record's key
 * @param lockId null if the event is about no lock
 * @param replyTo the reply address of the command answered; null if none was given or no command is
 *     answered
 * @param lockReplyTo the reply address of the lock's acquire; null if none was given or the event
 *     is not one of the lock's own
 * @param repeatMs the repeat window in force when it was decided, ms
 * @param value UTF-8 JSON
 */
public record EncodedEvent(
    long seq,
    EventType type,
    @Nullable String reason,
    String account,
    @Nullable String lockId,
    @Nullable String replyTo,
    @Nullable String lockReplyTo,
    boolean repeated,
    int repeatMs,
    byte[] value) {}
