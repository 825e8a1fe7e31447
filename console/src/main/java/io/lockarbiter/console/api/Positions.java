package io.lockarbiter.console.api;

import io.lockarbiter.console.stream.EventRing;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Parses the position of a reader of the stream: {@code partition:seq}, separated by commas. */
final class Positions {
  private static final int MOST_CHARACTERS = 100_000;

  private Positions() {}

  /**
   * Parses a position.
   *
   * @param text null = from now on
   * @param partitions the partitions asked for; entries for others are ignored
   */
  static Map<Integer, Long> of(@Nullable String text, Set<Integer> partitions) {
    Map<Integer, Long> positions = new TreeMap<>();
    partitions.forEach(partition -> positions.put(partition, EventRing.NONE));
    if (text == null || text.isBlank()) {
      return positions;
    }
    if (text.length() > MOST_CHARACTERS) {
      throw bad();
    }
    for (String part : text.split(",", -1)) {
      String[] numbers = part.split(":", -1);
      if (numbers.length != 2
          || !numbers[0].matches("\\d{1,9}")
          || !numbers[1].matches("-?\\d{1,18}")) {
        throw bad();
      }
      positions.replace(Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]));
    }
    return positions;
  }

  private static Refused bad() {
    return Refused.bad("after, or Last-Event-ID, is not of the form partition:seq, by commas");
  }
}
