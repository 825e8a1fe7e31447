package io.lockarbiter.arbiter.check;

import org.jspecify.annotations.Nullable;

/**
 * The facts about one Redis master on which the arbiter depends.
 *
 * @param version the version as the server gives it, such as {@code 7.2.4}; null if it may not be
 *     read
 * @param isRedis whether it is Redis itself; other servers that answer as Redis number their
 *     versions differently
 * @param appendOnly whether it keeps an append-only file; null if that may not be read
 * @param evictionPolicy its {@code maxmemory-policy}; null if it may not be read
 * @param maxMemory its {@code maxmemory}, bytes; 0 = none, or it may not be read
 * @param scriptProblem the failure of a test script; null if scripts run
 */
public record RedisFacts(
    String address,
    @Nullable String version,
    boolean isRedis,
    @Nullable Boolean appendOnly,
    @Nullable String evictionPolicy,
    long maxMemory,
    @Nullable String scriptProblem) {}
