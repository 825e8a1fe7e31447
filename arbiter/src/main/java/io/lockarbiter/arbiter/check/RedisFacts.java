package io.lockarbiter.arbiter.check;

import org.jspecify.annotations.Nullable;

/**
 * One Redis master as far as the arbiter depends on it.
 *
 * @param version as the server gives it, such as {@code 7.2.4}; null if it may not be read
 * @param isRedis whether it is Redis itself; the versions of what took over its name mean others
 * @param appendOnly whether it keeps an append-only file; null if that may not be read
 * @param evictionPolicy its {@code maxmemory-policy}; null if it may not be read
 * @param maxMemory its {@code maxmemory}, bytes; 0 = none, or it may not be read
 * @param scriptProblem what a script met; null if scripts run
 */
public record RedisFacts(
    String address,
    @Nullable String version,
    boolean isRedis,
    @Nullable Boolean appendOnly,
    @Nullable String evictionPolicy,
    long maxMemory,
    @Nullable String scriptProblem) {}
