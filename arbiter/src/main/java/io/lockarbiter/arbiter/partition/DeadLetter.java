package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * A record of {@code lock.commands} that nobody can be told about.
 *
 * @param offset where it stands in its partition
 * @param why what is wrong; holds no payload
 */
public record DeadLetter(long offset, byte @Nullable [] key, byte @Nullable [] value, String why) {}
