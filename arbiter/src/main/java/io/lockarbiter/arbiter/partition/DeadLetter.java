package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * A record of {@code lock.commands} whose sender cannot be answered.
 *
 * @param offset the record's offset in its partition
 * @param why the problem; holds no payload
 */
public record DeadLetter(long offset, byte @Nullable [] key, byte @Nullable [] value, String why) {}
