package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A file that shows whether it is whole: lines, and a last one with their number and checksum. An
 * empty one has no lines.
 */
final class LinedFile {
  private LinedFile() {}

  static String of(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return text + end(lines.size(), text.toString());
  }

  /**
   * Its lines.
   *
   * @throws IllegalArgumentException if it is not whole
   */
  static List<String> lines(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.size() < 2) {
      throw new IllegalArgumentException("half a file: " + text);
    }
    lines.subList(lines.size() - 2, lines.size()).clear();
    if (!of(lines).equals(text)) {
      throw new IllegalArgumentException("no whole file: " + text);
    }
    return lines;
  }

  /** A file of so many bytes, or some more. */
  static String filler(String name, int bytes) {
    List<String> lines = new ArrayList<>(List.of(name));
    for (int length = 0; length < bytes; length += name.length() + 8) {
      lines.add("%s %06d".formatted(name, lines.size()));
    }
    return of(lines);
  }

  private static String end(int lines, String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(UTF_8));
    return "end " + lines + " " + sum.getValue() + "\n";
  }
}
