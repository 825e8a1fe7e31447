package io.lockarbiter.cli.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Measures the columns that a text takes on a terminal. East Asian wide characters and emoji take
 * two, marks none, everything else one; a grapheme cluster, such as a flag of two letters, never
 * has more than two.
 *
 * <p>The wide characters are those of Unicode Standard Annex 11 (W and F), recorded in {@code
 * wide.txt}. The JDK does not know them, and a library that does is larger than the rest of the
 * command line.
 */
final class TerminalWidth {
  private static final Pattern CLUSTER = Pattern.compile("\\X");

  /** Asks a terminal to show the character before it as an emoji. */
  private static final int VARIATION_SELECTOR_16 = 0xFE0F;

  private static final int WIDEST = 2;

  /** Last code points of the runs of wide characters, by their first. */
  private static final NavigableMap<Integer, Integer> WIDE = recorded();

  private TerminalWidth() {}

  /** Number of columns of a line of text. */
  static int of(String text) {
    return text.chars().allMatch(unit -> unit >= ' ' && unit <= '~')
        ? text.length()
        : clusters(text).stream().mapToInt(TerminalWidth::ofCluster).sum();
  }

  /**
   * The grapheme clusters of a text: the units that a reader takes for one character, which are
   * never cut.
   */
  static List<String> clusters(String text) {
    return CLUSTER.matcher(text).results().map(MatchResult::group).toList();
  }

  private static int ofCluster(String cluster) {
    if (cluster.indexOf(VARIATION_SELECTOR_16) > 0) {
      return WIDEST;
    }
    return Math.min(WIDEST, cluster.codePoints().map(TerminalWidth::ofCodePoint).sum());
  }

  static int ofCodePoint(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? WIDEST : 1;
    };
  }

  static boolean isWide(int codePoint) {
    Map.Entry<Integer, Integer> run = WIDE.floorEntry(codePoint);
    return run != null && codePoint <= run.getValue();
  }

  private static NavigableMap<Integer, Integer> recorded() {
    try (InputStream in = TerminalWidth.class.getResourceAsStream("wide.txt");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.US_ASCII))) {
      NavigableMap<Integer, Integer> wide = new TreeMap<>();
      for (String run : lines.lines().toList()) {
        wide.put(
            Integer.parseInt(run, 0, run.indexOf('-'), 16),
            Integer.parseInt(run, run.indexOf('-') + 1, run.length(), 16));
      }
      return wide;
    } catch (IOException e) {
      throw new UncheckedIOException("wide.txt cannot be read from the jar of cli", e);
    }
  }
}
