package io.lockarbiter.arbiter.publish;

import io.lockarbiter.lua.store.EncodedEvent;
import java.util.List;

/**
 * What becomes visible together or not at all: the events of a batch, its dead letters, and the
 * position after it.
 *
 * @param nextOffset of {@code lock.commands}: the first record not yet read
 * @param metadata of the offset commit
 */
public record Publication(
    List<EncodedEvent> events, List<DeadLetter> deadLetters, long nextOffset, String metadata) {}
