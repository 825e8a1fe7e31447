package io.lockarbiter.contracts.lock;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Text in Unicode's normal form C: decomposed, in canonical order, composed (Unicode Standard Annex
 * 15, and The Unicode Standard 3.11 and 3.12). Costs O(n log n), whatever the text.
 */
final class CanonicalText {
  private static final UnicodeData DATA = UnicodeData.RECORDED;

  // The first Hangul syllable; syllables are computed from a leading, a vowel and perhaps a
  // trailing part.
  private static final int SYLLABLES = 0xAC00;
  private static final int LEADING = 0x1100;
  private static final int VOWELS = 0x1161;
  private static final int TRAILING = 0x11A7;
  private static final int LEADING_COUNT = 19;
  private static final int VOWEL_COUNT = 21;
  private static final int TRAILING_COUNT = 28;
  private static final int SYLLABLE_COUNT = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT;

  private int[] codePoints;
  private int length;

  private CanonicalText(int capacity) {
    codePoints = new int[capacity];
  }

  /** The text in NFC. It has no lone surrogates. */
  static String nfc(String text) {
    if (isSettled(text)) {
      return text;
    }
    CanonicalText canonical = new CanonicalText(text.length() + 16);
    text.codePoints().forEach(canonical::decompose);
    canonical.order();
    canonical.compose();
    return new String(canonical.codePoints, 0, canonical.length);
  }

  /**
   * The text by which names are compared where case does not count: decomposed, each code point
   * folded, in full and alike in all languages, and that in NFC (The Unicode Standard 3.13, D145).
   * Folding it once more changes nothing.
   *
   * <p>Decomposed first, because U+0345 is a mark that folds to a letter: the marks behind it
   * belong to the letter before it.
   *
   * @param text in NFC
   */
  static String withoutCase(String text) {
    if (text.codePoints().noneMatch(codePoint -> DATA.folding(codePoint) != null)) {
      return text;
    }
    CanonicalText decomposed = new CanonicalText(text.length() + 16);
    text.codePoints().forEach(decomposed::decompose);
    decomposed.order();
    StringBuilder folded = new StringBuilder(text.length() + 16);
    for (int i = 0; i < decomposed.length; i++) {
      fold(decomposed.codePoints[i], folded);
    }
    return nfc(folded.toString());
  }

  private static void fold(int codePoint, StringBuilder out) {
    int[] folding = DATA.folding(codePoint);
    if (folding == null) {
      out.appendCodePoint(codePoint);
    } else {
      for (int part : folding) {
        out.appendCodePoint(part);
      }
    }
  }

  private static boolean isSettled(String text) {
    int codePoint;
    for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      if (isUnsettled(codePoint)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnsettled(int codePoint) {
    return DATA.isUnsettled(codePoint) || isVowel(codePoint) || isTrailing(codePoint);
  }

  private void decompose(int codePoint) {
    int[] parts = parts(codePoint);
    if (parts == null) {
      append(codePoint);
    } else {
      for (int part : parts) {
        decompose(part);
      }
    }
  }

  private static int @Nullable [] parts(int codePoint) {
    int syllable = codePoint - SYLLABLES;
    if (syllable < 0 || syllable >= SYLLABLE_COUNT) {
      return DATA.decomposition(codePoint);
    }
    int trailing = syllable % TRAILING_COUNT;
    if (trailing > 0) {
      return new int[] {codePoint - trailing, TRAILING + trailing};
    }
    int vowel = syllable / TRAILING_COUNT % VOWEL_COUNT;
    int leading = syllable / TRAILING_COUNT / VOWEL_COUNT;
    return new int[] {LEADING + leading, VOWELS + vowel};
  }

  private void append(int codePoint) {
    if (length == codePoints.length) {
      codePoints = Arrays.copyOf(codePoints, length * 2);
    }
    codePoints[length++] = codePoint;
  }

  /** Sorts each run of combining code points by class; equal classes stay as they stand. */
  private void order() {
    int begin = 0;
    while (begin < length) {
      int end = begin;
      while (end < length && DATA.combiningClass(codePoints[end]) != 0) {
        end++;
      }
      if (end - begin > 1) {
        sort(begin, end);
      }
      begin = end + 1;
    }
  }

  private void sort(int begin, int end) {
    Integer[] run = Arrays.stream(codePoints, begin, end).boxed().toArray(Integer[]::new);
    Arrays.sort(run, (a, b) -> Integer.compare(DATA.combiningClass(a), DATA.combiningClass(b)));
    for (int i = 0; i < run.length; i++) {
      codePoints[begin + i] = run[i];
    }
  }

  /** Puts each code point to the last starter, unless one between them is in the way. */
  private void compose() {
    int starter = -1;
    int kept = 0;
    int lastClass = 0;
    for (int i = 0; i < length; i++) {
      int codePoint = codePoints[i];
      int ownClass = DATA.combiningClass(codePoint);
      boolean adjacent = starter == kept - 1;
      boolean reaches = starter >= 0 && (adjacent || (lastClass != 0 && lastClass < ownClass));
      Integer composed = reaches ? together(codePoints[starter], codePoint) : null;
      if (composed != null) {
        codePoints[starter] = composed;
        continue;
      }
      if (ownClass == 0) {
        starter = kept;
      }
      lastClass = ownClass;
      codePoints[kept++] = codePoint;
    }
    length = kept;
  }

  private static @Nullable Integer together(int first, int second) {
    int leading = first - LEADING;
    if (leading >= 0 && leading < LEADING_COUNT && isVowel(second)) {
      return SYLLABLES + (leading * VOWEL_COUNT + second - VOWELS) * TRAILING_COUNT;
    }
    int syllable = first - SYLLABLES;
    boolean open = syllable >= 0 && syllable < SYLLABLE_COUNT && syllable % TRAILING_COUNT == 0;
    return open && isTrailing(second)
        ? (Integer) (first + second - TRAILING)
        : DATA.composition(first, second);
  }

  private static boolean isVowel(int codePoint) {
    return codePoint >= VOWELS && codePoint < VOWELS + VOWEL_COUNT;
  }

  private static boolean isTrailing(int codePoint) {
    return codePoint > TRAILING && codePoint < TRAILING + TRAILING_COUNT;
  }
}
