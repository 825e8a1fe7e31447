package io.lockarbiter.cli.text;

import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import java.util.function.UnaryOperator;

/**
 * Writes answers to standard output, line by line. No character of them can send orders to a
 * terminal or imitate another line.
 */
public final class Output {
  private final PrintWriter out;
  private final UnaryOperator<String> visible;

  private Output(PrintWriter out, UnaryOperator<String> visible) {
    this.out = out;
    this.visible = visible;
  }

  /** An output for sentences and tables. */
  public static Output ofText(PrintWriter out) {
    return new Output(out, VisibleText::line);
  }

  /** An output for JSON, whose meaning stays the same. */
  public static Output ofJson(PrintWriter out) {
    return new Output(out, VisibleText::json);
  }

  /** Writes one line. */
  public void line(String text) {
    out.println(visible.apply(text));
  }

  /** Writes one line, formatted as by {@link String#format}. */
  public void format(String format, Object... arguments) {
    line(format.formatted(arguments));
  }

  /** Flushes the lines written so far. */
  public void flush() {
    out.flush();
  }
}
