package io.lockarbiter.webdav;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The header {@code Timeout} (RFC 4918, 10.7), within the bounds of a check-out. */
final class Timeouts {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration USUAL = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final String SECONDS = "second-";

  private Timeouts() {}

  /** The time for which a lock is kept: the first wish that can be read, or an hour. */
  static Duration of(@Nullable String header) {
    for (String wish : header == null ? new String[0] : header.split(",", -1)) {
      Duration read = read(wish.strip());
      if (read != null) {
        return read.compareTo(SHORTEST) < 0
            ? SHORTEST
            : read.compareTo(LONGEST) > 0 ? LONGEST : read;
      }
    }
    return USUAL;
  }

  private static @Nullable Duration read(String wish) {
    if (wish.equalsIgnoreCase("Infinite")) {
      return LONGEST;
    }
    if (wish.regionMatches(/* ignoreCase= */ true, 0, SECONDS, 0, SECONDS.length())) {
      String digits = wish.substring(SECONDS.length());
      if (digits.matches("[0-9]{1,18}")) {
        return Duration.ofSeconds(Long.parseLong(digits));
      }
    }
    return null;
  }
}
