package io.lockarbiter.embedded.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Standard output: redrawn in place if it is a terminal that is large enough for the table, else
 * lines.
 */
final class Screen implements AutoCloseable {
  static final int ROWS = 24;
  static final int COLUMNS = 80;

  private static final String ESCAPE = "\u001b[";

  private final PrintStream out;
  private final boolean live;
  private final int columns;
  private int drawn;

  /**
   * Prints to a stream.
   *
   * @param columns of the terminal; 0 if it is too small for the table or no terminal
   */
  Screen(PrintStream out, int columns) {
    this.out = out;
    this.live = columns > 0;
    this.columns = columns;
  }

  /**
   * Opens standard output.
   *
   * @param size rows and columns of the terminal, {@code 24x80}; null or empty if there is none
   */
  static Screen open(@Nullable String size) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    return new Screen(out, columns(size));
  }

  private static int columns(@Nullable String size) {
    if (size == null || !size.matches("\\d{1,4}x\\d{1,4}")) {
      return 0;
    }
    int x = size.indexOf('x');
    int columns = Integer.parseInt(size.substring(x + 1));
    return Integer.parseInt(size.substring(0, x)) >= ROWS && columns >= COLUMNS ? columns : 0;
  }

  /** Says whether {@link #draw} redraws in place. */
  boolean isLive() {
    return live;
  }

  /** Returns the columns of the terminal; 0 if nothing is redrawn. */
  int columns() {
    return columns;
  }

  /** Draws a table over the one drawn before, in a single write so that nothing flickers. */
  synchronized void draw(List<String> rows) {
    StringBuilder frame = new StringBuilder(ESCAPE).append("?25l");
    if (drawn > 0) {
      frame.append(ESCAPE).append(drawn).append('A');
    }
    for (String row : rows) {
      frame.append('\r').append(row).append(ESCAPE).append("K\n");
    }
    frame.append(ESCAPE).append('J');
    drawn = rows.size();
    print(frame.toString());
  }

  /** Prints a line that stays. */
  synchronized void line(String text) {
    drawn = 0;
    print(text + "\n");
  }

  /** Shows the cursor again. */
  @Override
  public synchronized void close() {
    if (live) {
      print(ESCAPE + "?25h");
    }
  }

  private void print(String text) {
    out.print(text);
    out.flush();
  }
}
