package io.lockarbiter.embedded.demo;

import io.lockarbiter.client.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Leave to act, granted and not yet given back.
 *
 * @param token rises from grant to grant within an account
 * @param lease null where nobody was asked
 */
record Hold(long token, @Nullable Lease lease) {
  /** A hold under a lease. */
  static Hold of(Lease lease) {
    return new Hold(lease.token(), lease);
  }
}
