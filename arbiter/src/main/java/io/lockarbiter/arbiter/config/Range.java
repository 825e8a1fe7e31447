package io.lockarbiter.arbiter.config;

import java.time.Duration;

/** What a setting may be; a value outside is refused with the setting's name. */
final class Range {
  private Range() {}

  static void atLeast(String setting, int value, int min) {
    require(value >= min, setting, value, "at least " + min);
  }

  static void between(String setting, int value, int min, int max) {
    require(value >= min && value <= max, setting, value, min + " to " + max);
  }

  static void atLeast(String setting, Duration value, Duration min) {
    require(
        value.compareTo(min) >= 0, setting, value.toMillis() + "ms", min.toMillis() + "ms or more");
  }

  static void require(boolean holds, String setting, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(setting + "=" + value + ", expected " + expected);
    }
  }
}
