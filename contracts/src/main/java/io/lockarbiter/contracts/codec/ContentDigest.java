package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.LockFields;

/**
 * What makes two acquires with one id the same request: subAccount, session, operation, targets,
 * leaseMs, waitMs, holding, attributes.
 */
public final class ContentDigest {
  private ContentDigest() {}

  /**
   * The digest of a request's content, 32 lower-case hexadecimal digits; equal for equal content.
   */
  public static String of(LockFields fields) {
    throw new UnsupportedOperationException();
  }
}
