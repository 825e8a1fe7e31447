package io.lockarbiter.contracts.lock;

/** A text is no valid path; the message names the text and the reason. */
public final class BadPathException extends IllegalArgumentException {
  /** Most code points of a text that are shown of each of its ends. */
  private static final int MOST_OF_AN_END = 48;

  private final String text;
  private final String problem;

  BadPathException(String text, String problem) {
    super(problem);
    this.text = text;
    this.problem = problem;
  }

  /** Made when it is asked for: a refused command needs the problem alone. */
  @Override
  public String getMessage() {
    return "path=%s %s".formatted(visible(text), problem);
  }

  /** The problem, fit for a user, in words that follow the path's name: "has …". */
  public String problem() {
    return problem;
  }

  /** The text in one line, without its middle if it is long, and without anything that acts. */
  private static String visible(String text) {
    int[] codePoints = text.codePoints().toArray();
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < codePoints.length; i++) {
      if (i == MOST_OF_AN_END && codePoints.length > 2 * MOST_OF_AN_END) {
        shown.append('…');
        i = codePoints.length - MOST_OF_AN_END;
      }
      if (isVisible(codePoints[i])) {
        shown.appendCodePoint(codePoints[i]);
      } else {
        shown.append("<U+%04X>".formatted(codePoints[i]));
      }
    }
    return shown.toString();
  }

  private static boolean isVisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
