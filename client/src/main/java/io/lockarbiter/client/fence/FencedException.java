package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.VisibleText;

/** An action came too late and must not happen; the storage is unchanged. */
public final class FencedException extends RuntimeException {
  private final transient FencingRefusal refusal;

  /** An exception with the message of the refusal. */
  public FencedException(FencingRefusal refusal) {
    super(VisibleText.line(refusal.message()));
    this.refusal = refusal;
  }

  /** The refusal. */
  public FencingRefusal refusal() {
    return refusal;
  }
}
