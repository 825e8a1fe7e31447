package io.lockarbiter.contracts.lock;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes visible the characters that move the cursor, send orders to a terminal, reverse the
 * direction of a line or are invisible: controls (C0, DEL, C1), formats such as the bidirectional
 * ones (Unicode categories Cf, Zl, Zp), halves of surrogate pairs.
 */
public final class VisibleText {
  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private VisibleText() {}

  /** One line: each such character as {@code <U+202E>}, line ends too. */
  public static String line(String text) {
    return HIDDEN
        .matcher(text)
        .replaceAll(hidden -> "<U+%04X>".formatted(hidden.group().codePointAt(0)));
  }

  /** Several lines: line ends stay. */
  public static String lines(String text) {
    return text.lines().map(VisibleText::line).collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * JSON: each such character as {@code \}{@code u202e}, so that the meaning stays; they can stand
   * only within strings. The white space that formats JSON stays.
   */
  public static String json(String json) {
    return HIDDEN
        .matcher(json)
        .replaceAll(
            hidden ->
                "\r\n\t".contains(hidden.group())
                    ? hidden.group()
                    : hidden
                        .group()
                        .chars()
                        .mapToObj(unit -> "\\\\u%04x".formatted(unit))
                        .collect(Collectors.joining()));
  }
}
