package io.lockarbiter.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to the holder of a lock to let go of it.
 *
 * @param by the sub-account that asks
 * @param bySession its session; null if it has none
 * @param comment the reason; null if none was given
 * @param endsAt log time at which the lock is released {@code FORCED}, as this request or an
 *     earlier one set it; null if the holder decides. By this process's clock the time left is
 *     {@link Lease#remaining}
 */
public record YieldRequest(
    String by, @Nullable String bySession, @Nullable String comment, @Nullable Instant endsAt) {}
