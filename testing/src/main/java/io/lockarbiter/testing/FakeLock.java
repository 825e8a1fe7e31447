package io.lockarbiter.testing;

import io.lockarbiter.client.LockDetails;
import java.time.Instant;

/**
 * A lock that a fake arbiter has granted and that is held.
 *
 * @param lock its targets, its owner and its attributes
 * @param token its fencing token
 * @param expiresAt the end of its lease, log time
 */
public record FakeLock(LockDetails lock, long token, Instant expiresAt) {}
