package io.lockarbiter.cli.audit;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;

/**
 * Writes JSON without angle brackets and ampersands, so that a browser cannot take any of it for
 * markup.
 */
final class MarkupEscapes extends CharacterEscapes {
  private static final int[] CODES = codes();

  private static int[] codes() {
    int[] codes = standardAsciiEscapesForJSON();
    codes['<'] = ESCAPE_STANDARD;
    codes['>'] = ESCAPE_STANDARD;
    codes['&'] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return CODES.clone();
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    return null;
  }
}
