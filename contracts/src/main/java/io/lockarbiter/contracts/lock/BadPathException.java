package io.lockarbiter.contracts.lock;

/** A text is no valid path; the message names it and gives the reason. */
public final class BadPathException extends IllegalArgumentException {
  /** A longer text is told without its middle. */
  private static final int MOST_SHOWN = 200;

  private final String problem;

  BadPathException(String path, String problem) {
    super("path=" + shown(path) + " " + problem);
    this.problem = problem;
  }

  /** The problem, fit for a user, in words that follow the path's name: "has …". */
  public String problem() {
    return problem;
  }

  /**
   * The text as one line of a log can carry it: control characters and lone surrogates by number.
   */
  private static String shown(String path) {
    int half = MOST_SHOWN / 2;
    String cut =
        path.length() <= MOST_SHOWN
            ? path
            : path.substring(0, half) + "…" + path.substring(path.length() - half);
    StringBuilder shown = new StringBuilder();
    cut.codePoints().forEach(each -> append(shown, each));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int codePoint) {
    boolean isLoneSurrogate = Character.getType(codePoint) == Character.SURROGATE;
    boolean breaksLines = codePoint == '\u2028' || codePoint == '\u2029';
    if (Character.isISOControl(codePoint) || isLoneSurrogate || breaksLines) {
      shown.append("\\u%04X".formatted(codePoint));
    } else {
      shown.appendCodePoint(codePoint);
    }
  }
}
