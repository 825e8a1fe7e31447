package io.lockarbiter.lua.store;

/** A view would take more of the heap than one may; the message says so to a user. */
public final class ViewTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A view that is given up.
   *
   * @param most the bytes that one may take, as the store keeps them
   */
  public ViewTooLargeException(int most) {
    super(
        "the answer would take more than "
            + (most >> 20)
            + " MiB. Ask for fewer entries with limit, or with under for those below a deeper path");
  }
}
