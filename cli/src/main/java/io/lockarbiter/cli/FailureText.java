package io.lockarbiter.cli;

/**
 * What a failure says to a user: the message that names the fix, if one does; else its message and
 * those of its causes that add to it.
 */
public final class FailureText {
  private static final String FIX = "Fix: ";

  private FailureText() {}

  static String of(Throwable failure) {
    String remedy = null;
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = message(cause);
      if (message.contains(FIX)) {
        remedy = message;
      }
      boolean saysMore = all.isEmpty() || cause.getMessage() != null;
      if (saysMore && all.indexOf(message) < 0) {
        all.append(all.isEmpty() ? "" : System.lineSeparator() + "  cause: ").append(message);
      }
    }
    return remedy == null ? all.toString() : remedy;
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }
}
