package io.lockarbiter.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody asks the holder of a lock to let go of it.
 *
 * @param by the sub-account that asks
 * @param bySession its session; null if it has none
 * @param comment why; null if none was given
 * @param endsAt log time at which the lock is released {@code FORCED}, whoever attached that end;
 *     null if the holder decides. By this process's clock the time left is {@link Lease#remaining}
 */
public record YieldRequest(
    String by, @Nullable String bySession, @Nullable String comment, @Nullable Instant endsAt) {}
