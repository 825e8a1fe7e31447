package io.lockarbiter.service;

import java.time.Duration;

/** The bounds of a setting; a value outside is refused with the setting's name. */
public final class Range {
  private Range() {}

  public static void atLeast(String setting, int value, int min) {
    require(value >= min, setting, value, "at least " + min);
  }

  public static void between(String setting, int value, int min, int max) {
    require(value >= min && value <= max, setting, value, min + " to " + max);
  }

  public static void atLeast(String setting, Duration value, Duration min) {
    require(
        value.compareTo(min) >= 0, setting, value.toMillis() + "ms", min.toMillis() + "ms or more");
  }

  public static void require(boolean holds, String setting, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(setting + "=" + value + ", expected " + expected);
    }
  }
}
