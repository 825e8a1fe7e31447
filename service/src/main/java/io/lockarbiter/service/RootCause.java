package io.lockarbiter.service;

/** Finds the failure at the root of another. */
public final class RootCause {
  private RootCause() {}

  /** The last of a failure's causes; the failure itself if it has none. */
  public static Throwable of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
