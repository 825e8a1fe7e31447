package io.lockarbiter.gateway.access;

import io.lockarbiter.contracts.lock.Owner;

/**
 * The caller of a request.
 *
 * @param subject who sent it, as its key tells
 * @param owner the owner in whose name it asks
 */
public record Caller(String subject, Owner owner) {
  /** The sub-account in whose name it asks. */
  public String member() {
    return owner.subAccount();
  }
}
