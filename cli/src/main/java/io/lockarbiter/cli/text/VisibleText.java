package io.lockarbiter.cli.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes out the characters that move the cursor, give a terminal orders, turn a line round or are
 * not seen: controls (C0, DEL, C1), formats such as the bidirectional ones (Unicode categories Cf,
 * Zl, Zp), halves of surrogate pairs.
 */
public final class VisibleText {
  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private VisibleText() {}

  /** One line: each of them as {@code <U+202E>}, ends of lines too. */
  public static String line(String text) {
    return HIDDEN
        .matcher(text)
        .replaceAll(hidden -> "<U+%04X>".formatted(hidden.group().codePointAt(0)));
  }

  /** Several lines: ends of lines stay. */
  public static String lines(String text) {
    return text.lines().map(VisibleText::line).collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * JSON: each of them as {@code \}{@code u202e}, so that it means the same; within strings, where
   * alone they can stand. What formats JSON stays.
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
