package io.lockarbiter.embedded.demo;

import io.lockarbiter.client.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A permission to act, from its grant until it is given back.
 *
 * @param token rises from grant to grant within an account
 * @param lease null if nobody was asked
 */
record Hold(long token, @Nullable Lease lease) {
  /** Makes a hold from a lease. */
  static Hold of(Lease lease) {
    return new Hold(lease.token(), lease);
  }
}
