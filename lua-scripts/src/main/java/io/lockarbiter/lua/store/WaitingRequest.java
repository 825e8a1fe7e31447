package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits in its account's queue; times are log time, epoch ms.
 *
 * @param replyTo the reply address of the acquire; null if none was given
 * @param arrival the {@code seq} of its {@code queued} event, by which the queue is ordered
 */
public record WaitingRequest(
    String account,
    LockFields fields,
    @Nullable String replyTo,
    long arrival,
    long requestedAt,
    long deadline) {}
