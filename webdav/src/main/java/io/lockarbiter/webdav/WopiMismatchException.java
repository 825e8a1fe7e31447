package io.lockarbiter.webdav;

/** A request is refused because of the lock that the file has, or has not. */
final class WopiMismatchException extends Exception {
  private final String current;
  private final boolean isOther;

  /**
   * A refusal.
   *
   * @param current the id of the lock of an office suite; empty = there is none
   * @param isOther whether somebody else's lock is in the way
   */
  WopiMismatchException(String current, boolean isOther, String message) {
    super(message);
    this.current = current;
    this.isOther = isOther;
  }

  String current() {
    return current;
  }

  boolean isOther() {
    return isOther;
  }
}
