package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is to be published: key, headers, bytes.
 *
 * @param seq its number in the partition
 * @param reason of its end or refusal, such as {@code EXPIRED}; null of the types without reason
 * @param account the record's key
 * @param lockId null if the event is about no lock
 * @param replyTo of the command answered; null if none was given or no command is answered
 * @param lockReplyTo of the lock's acquire; null if none was given or the event is none of the
 *     lock's own
 * @param repeatMs how long ended ids were remembered when it was decided
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
