package io.lockarbiter.gateway.access;

import java.util.function.LongSupplier;

/**
 * The quotas of subjects, of which none is used up by what another one bounds: locks must not end
 * because their subject looked too often.
 *
 * @param requests requests other than those of the next two
 * @param holds renewals and releases
 * @param opens streams that are opened
 * @param bytes bytes of bodies
 * @param answers bytes of answers to {@code GET}, and of what streams have missed
 */
public record Quotas(Quota requests, Quota holds, Quota opens, Quota bytes, Quota answers) {
  /** Renewals and releases for each request: a lock that is long held is renewed often. */
  private static final long HOLDS = 10;

  /** Quotas of which nothing is used yet. */
  public static Quotas of(long requestsPerMinute, long bytesPerMinute, LongSupplier nanoTime) {
    return new Quotas(
        new Quota(requestsPerMinute, nanoTime),
        new Quota(HOLDS * requestsPerMinute, nanoTime),
        new Quota(requestsPerMinute, nanoTime),
        new Quota(bytesPerMinute, nanoTime),
        new Quota(bytesPerMinute, nanoTime));
  }
}
