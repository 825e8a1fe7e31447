package io.lockarbiter.cli.text;

import java.io.PrintWriter;
import java.util.function.UnaryOperator;

/**
 * Answers for standard output, line by line, of which no character can act on a terminal or look
 * like another line.
 */
public final class Output {
  private final PrintWriter out;
  private final UnaryOperator<String> visible;

  private Output(PrintWriter out, UnaryOperator<String> visible) {
    this.out = out;
    this.visible = visible;
  }

  /** Sentences and tables. */
  public static Output ofText(PrintWriter out) {
    return new Output(out, VisibleText::line);
  }

  /** JSON, which reads as before. */
  public static Output ofJson(PrintWriter out) {
    return new Output(out, VisibleText::json);
  }

  /** One line. */
  public void line(String text) {
    out.println(visible.apply(text));
  }

  /** One line, put together as by {@link String#format}. */
  public void format(String format, Object... arguments) {
    line(format.formatted(arguments));
  }

  /** No more for now. */
  public void flush() {
    out.flush();
  }
}
