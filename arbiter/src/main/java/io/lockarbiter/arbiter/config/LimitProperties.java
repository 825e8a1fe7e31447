package io.lockarbiter.arbiter.config;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.service.Range;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * The limits that decisions depend on, one property for each limit in {@link Setting}, such as
 * {@code lockarbiter.limits.repeat-window}. Each partition takes a change from its log: a record
 * that the arbiter appends once it has caught up.
 */
final class LimitProperties {
  private static final String PREFIX = "lockarbiter.limits.";
  private static final Duration LONGEST = Duration.ofDays(24);

  private LimitProperties() {}

  /**
   * The settings that every partition should have.
   *
   * @param limits the values by the last part of the property's name, in any of the forms that
   *     Spring allows; an empty value stands for the default
   */
  static Settings settings(Map<String, String> limits, int partitions) {
    Settings settings = Settings.DEFAULT.with(Setting.PARTITIONS, partitions);
    for (Map.Entry<String, String> limit : limits.entrySet()) {
      Setting setting = setting(limit.getKey());
      if (!limit.getValue().isBlank()) {
        settings = settings.with(setting, value(setting, limit.getValue()));
      }
    }
    return settings;
  }

  private static Setting setting(String name) {
    for (Setting setting : Setting.LIMITS) {
      if (plain(name(setting)).equals(plain(name))) {
        return setting;
      }
    }
    throw new IllegalArgumentException(
        PREFIX
            + name
            + " is no limit, expected one of "
            + Setting.LIMITS.stream().map(LimitProperties::name).collect(Collectors.joining(", ")));
  }

  /**
   * The name of a setting: its constant in lower case with dashes. The unit of a duration stands in
   * its value.
   */
  private static String name(Setting setting) {
    String name = setting.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return setting.isDuration() ? name.substring(0, name.length() - "-ms".length()) : name;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
  }

  private static int value(Setting setting, String text) {
    String property = PREFIX + name(setting);
    if (setting.isDuration()) {
      Duration duration = duration(property, text);
      boolean cuts = setting.isCap() && !duration.isZero();
      Range.atLeast(
          property, duration, Duration.ofMillis(cuts ? Settings.MIN_LEASE_MS : setting.min()));
      return Math.toIntExact(duration.toMillis());
    }
    int number = setting.isSize() ? bytes(property, text) : number(property, text);
    Range.atLeast(property, number, setting.min());
    return number;
  }

  private static int bytes(String property, String text) {
    try {
      return Math.toIntExact(DataSize.parse(text.strip()).toBytes());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          property
              + "="
              + text
              + ", expected a size such as 64MB, up to "
              + Integer.MAX_VALUE
              + " bytes");
    }
  }

  private static int number(String property, String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          property + "=" + text + ", expected a whole number up to " + Integer.MAX_VALUE);
    }
  }

  private static Duration duration(String property, String text) {
    try {
      Duration duration = DurationStyle.detectAndParse(text.strip());
      if (duration.compareTo(LONGEST) <= 0) {
        return duration;
      }
      throw new IllegalArgumentException("longer than a setting can be");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          property + "=" + text + ", expected a duration such as 10s, 24 days or less");
    }
  }
}
