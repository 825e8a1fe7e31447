package io.lockarbiter.cli.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** The width that tables may have. */
public final class TerminalColumns {
  /** Rows and columns as the launcher finds them; it sets them for a terminal only. */
  private static final Pattern SIZE = Pattern.compile("\\d{1,5}x(\\d{1,5})");

  /** For output that goes to a file or another program, which would miss what is cut. */
  private static final int ELSEWHERE = 1_000_000;

  private TerminalColumns() {}

  /** The columns of the terminal to which a command writes, or more than any row has. */
  public static int of(CommandSpec spec) {
    Matcher size = SIZE.matcher(System.getProperty("lockarbiter.terminal", ""));
    if (size.matches()) {
      return Integer.parseInt(size.group(1));
    }
    return System.console() == null ? ELSEWHERE : spec.usageMessage().width();
  }
}
