package io.lockarbiter.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacter.EastAsianWidth;
import com.ibm.icu.lang.UProperty;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
  /** The text made here is the content of {@code wide.txt}. */
  @Test
  void recordedWideCharacters_areThoseOfIcu() throws IOException {
    StringBuilder wide = new StringBuilder();
    int first = -1;
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT + 1; codePoint++) {
      boolean isWide = codePoint <= Character.MAX_CODE_POINT && isWideByIcu(codePoint);
      if (isWide && first < 0) {
        first = codePoint;
      } else if (!isWide && first >= 0) {
        wide.append("%04X-%04X\n".formatted(first, codePoint - 1));
        first = -1;
      }
    }
    try (InputStream recorded = TerminalWidth.class.getResourceAsStream("wide.txt")) {
      assertThat(
              new String(
                  Objects.requireNonNull(recorded).readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo(wide.toString());
    }
    assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT))
        .allMatch(codePoint -> TerminalWidth.isWide(codePoint) == isWideByIcu(codePoint));
  }

  private static boolean isWideByIcu(int codePoint) {
    int width = UCharacter.getIntPropertyValue(codePoint, UProperty.EAST_ASIAN_WIDTH);
    return width == EastAsianWidth.WIDE || width == EastAsianWidth.FULLWIDTH;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "nothing, '', 0, 0",
    "Latin, o'hara, 6, 6",
    "Hiragana, ひろみ, 6, 3",
    "fullwidth letters, ＡＢ, 4, 2",
    "halfwidth Katakana, ｶﾅ, 2, 2",
    "Hangul, 한글, 4, 2",
    "Hangul of single letters, \u1112\u1161\u11ab, 2, 1",
    "combining accent, e\u0301, 1, 1",
    "several combining accents, e\u0301\u0323\u0308, 1, 1",
    "Kana with a combining voicing mark, か\u3099, 2, 1",
    "Hebrew with points, \u05e9\u05c1\u05b8, 1, 1",
    "Devanagari with a spacing vowel sign, \u0915\u093e, 2, 1",
    "emoji, \ud83d\ude00, 2, 1",
    "emoji of the basic plane, ✅, 2, 1",
    "text style heart, ❤, 1, 1",
    "heart with variation selector 16, ❤\ufe0f, 2, 1",
    "keycap, 1\ufe0f\u20e3, 2, 1",
    "emoji with a skin tone, \ud83d\udc4d\ud83c\udffd, 2, 1",
    "woman technologist by ZWJ, \ud83d\udc69\u200d\ud83d\udcbb, 2, 1",
    "family of four by ZWJ, \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66, 2, 1",
    "one flag, \ud83c\udde9\ud83c\uddea, 2, 1",
    "two flags, \ud83c\udde9\ud83c\uddea\ud83c\uddeb\ud83c\uddf7, 4, 2",
    "half a flag, \ud83c\udde9, 1, 1",
  })
  void text_hasTheColumnsOfItsClusters(String what, String text, int columns, int clusters) {
    assertThat(TerminalWidth.of(text)).as(what).isEqualTo(columns);
    assertThat(TerminalWidth.clusters(text)).as(what).hasSize(clusters);
  }
}
