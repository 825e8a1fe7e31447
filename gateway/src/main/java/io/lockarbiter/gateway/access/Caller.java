package io.lockarbiter.gateway.access;

import io.lockarbiter.contracts.lock.Owner;

/**
 * The caller of a request.
 *
 * @param who who sent it
 * @param owner the owner in whose name it asks
 */
public record Caller(Identity who, Owner owner) {
  /** The subject who sent it. */
  public String subject() {
    return who.subject();
  }

  /** The sub-account in whose name it asks. */
  public String member() {
    return owner.subAccount();
  }
}
