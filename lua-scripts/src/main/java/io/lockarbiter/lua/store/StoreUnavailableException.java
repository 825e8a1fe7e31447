package io.lockarbiter.lua.store;

/**
 * The store did not answer in time or cannot be reached; whether the call was applied is unknown,
 * and making it again is safe.
 */
public final class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Names the call that failed and the remedy.
   *
   * @param cause the failure that the client library threw
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
