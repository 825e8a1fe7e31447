package io.lockarbiter.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.IdRule;
import org.jspecify.annotations.Nullable;

/**
 * A text that an operator writes for others, and for the log.
 *
 * @param name of the field
 * @param given null if it was left out
 */
record Text(String name, @Nullable String given) {
  /**
   * Letters and a symbol that are drawn blank: the fillers of Hangul, and Braille without a dot.
   */
  private static final String FILLERS = "\u115F\u1160\u3164\uFFA0\u2800";

  /** As {@link #required}; null if nothing was given, or nothing of it is drawn. */
  @Nullable String optional() {
    return given == null || given.codePoints().noneMatch(Text::isVisible) ? null : required();
  }

  /**
   * The text without space around it, 1 to 1,024 bytes of UTF-8, of which something is drawn.
   *
   * @throws Refused if it is another
   */
  String required() {
    String text = given == null ? "" : given.strip();
    if (text.codePoints().noneMatch(Text::isVisible)) {
      throw Refused.bad(name + " is missing: it stands in the log");
    }
    if (!IdRule.isEncodable(text)) {
      throw Refused.bad(name + " has a lone surrogate");
    }
    int bytes = text.getBytes(UTF_8).length;
    if (bytes > ForceRelease.MAX_COMMENT_BYTES) {
      throw Refused.bad(
          "%s has %d UTF-8 bytes, at most %d are allowed"
              .formatted(name, bytes, ForceRelease.MAX_COMMENT_BYTES));
    }
    return text;
  }

  /**
   * Says whether a character is drawn: letters, digits, punctuation and symbols are, except for
   * blank ones.
   */
  private static boolean isVisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.NON_SPACING_MARK ->
          false;
      default -> FILLERS.indexOf(codePoint) < 0;
    };
  }
}
