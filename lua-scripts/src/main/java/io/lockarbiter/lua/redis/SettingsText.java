package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Settings as the scripts keep them: numbers in the order of {@link Setting}, joined by commas. */
final class SettingsText {
  private SettingsText() {}

  static String format(Settings settings) {
    return Stream.of(Setting.values())
        .map(setting -> Integer.toString(settings.get(setting)))
        .collect(Collectors.joining(","));
  }

  static Settings parse(String text) {
    String[] numbers = text.split(",", -1);
    Map<Setting, Integer> values = new EnumMap<>(Setting.class);
    for (int i = 0; i < numbers.length; i++) {
      values.put(Setting.values()[i], Integer.valueOf(numbers[i]));
    }
    return new Settings(values);
  }
}
