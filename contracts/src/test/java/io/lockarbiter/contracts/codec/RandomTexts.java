package io.lockarbiter.contracts.codec;

import java.util.Random;

/**
 * Random ids, path segments and other texts, with characters that are awkward in JSON and UTF-8.
 */
final class RandomTexts {
  private static final String[] AWKWARD = {
    "\"",
    "\\",
    "/",
    "'",
    "{",
    "}",
    ":",
    ",",
    " ",
    "\u00a0",
    "é",
    "ß",
    "文",
    "…",
    "\u2028",
    "\uffe5",
    "😀",
    "\ud800\udc00"
  };
  private static final String[] CONTROLS = {
    "\u0000", "\b", "\t", "\n", "\f", "\r", "\u001f", "\u007f"
  };
  private static final String PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

  private RandomTexts() {}

  /** An id of 1 to 32 code points without control characters, at most 128 UTF-8 bytes. */
  static String id(Random random) {
    return text(random, 1 + random.nextInt(32), false);
  }

  /** A comment of 0 to 60 code points, control characters among them. */
  static String comment(Random random) {
    return text(random, random.nextInt(61), true);
  }

  private static String text(Random random, int length, boolean controls) {
    boolean awkward = random.nextInt(4) == 0;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (awkward && controls && random.nextInt(8) == 0) {
        text.append(CONTROLS[random.nextInt(CONTROLS.length)]);
      } else if (awkward && random.nextBoolean()) {
        text.append(AWKWARD[random.nextInt(AWKWARD.length)]);
      } else {
        text.append(PLAIN.charAt(random.nextInt(PLAIN.length())));
      }
    }
    return text.toString();
  }

  /** A path of up to 6 segments, not normalised, as a sender may write it. */
  static String path(Random random) {
    StringBuilder path = new StringBuilder();
    for (int depth = random.nextInt(7); depth > 0; depth--) {
      String segment = text(random, 1 + random.nextInt(8), false).replace('/', '|');
      path.append('/').append(segment.matches("\\.{1,2}") ? "x" : segment);
    }
    return path.isEmpty() ? "/" : path.toString();
  }
}
