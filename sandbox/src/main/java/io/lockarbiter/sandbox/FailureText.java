package io.lockarbiter.sandbox;

/**
 * What a failure says to a user: its own message, and the messages of its causes that add to it.
 */
final class FailureText {
  private FailureText() {}

  static String of(Throwable failure) {
    StringBuilder text = new StringBuilder(message(failure));
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      String more = message(cause);
      if (text.indexOf(more) < 0) {
        text.append(System.lineSeparator()).append("  cause: ").append(more);
      }
    }
    return text.toString();
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }
}
