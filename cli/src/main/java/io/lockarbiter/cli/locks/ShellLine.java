package io.lockarbiter.cli.locks;

import java.util.List;
import java.util.stream.Collectors;

/** A line that a shell takes apart into the words that it was made of. */
final class ShellLine {
  private static final String PLAIN = "[\\p{L}\\p{N}._:/@%+,=…-]+";

  private ShellLine() {}

  static String of(List<String> words) {
    return words.stream().map(ShellLine::word).collect(Collectors.joining(" "));
  }

  private static String word(String word) {
    return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
