package io.lockarbiter.trial.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The sums over many schedules. */
final class Totals {
  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<String, Long> decisions = new TreeMap<>();
  private final Map<String, Long> owners = new TreeMap<>();
  private long schedules;

  void add(Schedule.Result result) {
    schedules++;
    result.faults().forEach((fault, times) -> faults.merge(words(fault), (long) times, Long::sum));
    result
        .decisions()
        .forEach((kind, times) -> decisions.merge(words(kind), (long) times, Long::sum));
    result.owners().forEach((what, times) -> owners.merge(what, (long) times, Long::sum));
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  long schedules() {
    return schedules;
  }

  /** Returns how often something happened, by its name in {@link #lines}. */
  long of(String what) {
    return faults.getOrDefault(what, 0L)
        + decisions.getOrDefault(what, 0L)
        + owners.getOrDefault(what, 0L);
  }

  long of(Enum<?> what) {
    return of(words(what));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("  faults     " + text(faults));
    lines.add("  decisions  " + text(decisions));
    lines.add("  owners     " + text(owners));
    return lines;
  }

  private static String text(Map<String, Long> counts) {
    return String.join(
        ", ",
        counts.entrySet().stream()
            .map(each -> "%s %,d".formatted(each.getKey(), each.getValue()))
            .toList());
  }
}
