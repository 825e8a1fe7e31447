package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Settings;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Settings as the scripts keep them: nine numbers in the order of {@link Settings}, joined by
 * commas.
 */
final class SettingsText {
  private SettingsText() {}

  static String format(Settings s) {
    return IntStream.of(
            s.rules(),
            s.partitions(),
            s.locksPerSubAccount(),
            s.locksPerAccount(),
            s.waitersPerAccount(),
            s.acquiresPerWindow(),
            s.windowMs(),
            s.repeatMs(),
            s.repeatEntries())
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(","));
  }

  static Settings parse(String text) {
    String[] n = text.split(",", -1);
    return new Settings(
        Integer.parseInt(n[0]),
        Integer.parseInt(n[1]),
        Integer.parseInt(n[2]),
        Integer.parseInt(n[3]),
        Integer.parseInt(n[4]),
        Integer.parseInt(n[5]),
        Integer.parseInt(n[6]),
        Integer.parseInt(n[7]),
        Integer.parseInt(n[8]));
  }
}
