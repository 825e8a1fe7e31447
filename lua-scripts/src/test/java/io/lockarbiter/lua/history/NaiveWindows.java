package io.lockarbiter.lua.history;

import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.StepWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;

/** The occurrences that count against limits in time, as a plain list of their times. */
final class NaiveWindows {
  private record Entry(String name, long at, long lengthMs, long amount) {}

  private record Window(String name, long lengthMs) {}

  /** The endings of the partition; their bytes are counted, not their number. */
  static final String ENDINGS_OF_PARTITION = "00".repeat(Names.BYTES) + "E";

  private final List<Entry> entries = new ArrayList<>();

  static String acquires(String account) {
    return HexFormat.of().formatHex(new Names().account(account)) + "A";
  }

  static String acquires(String account, String subAccount) {
    return HexFormat.of().formatHex(new Names().subAccount(account, subAccount)) + "A";
  }

  static String endings(String account) {
    return HexFormat.of().formatHex(new Names().account(account)) + "E";
  }

  /** Clears the counts of one kind. */
  void clear(String suffix) {
    entries.removeIf(entry -> entry.name().endsWith(suffix));
  }

  /** Adds an occurrence. */
  void add(String name, long at, long lengthMs) {
    add(name, at, lengthMs, 1);
  }

  void add(String name, long at, long lengthMs, long amount) {
    entries.removeIf(entry -> entry.at() < at - 2 * entry.lengthMs());
    entries.add(new Entry(name, at, lengthMs, amount));
  }

  /** The sum of the step of that time and of the seven before. */
  long count(String name, long at, long lengthMs) {
    return entries.stream()
        .filter(entry -> entry.name().equals(name) && entry.lengthMs() == lengthMs)
        .filter(entry -> entry.at() * 8 / lengthMs > at * 8 / lengthMs - 8)
        .mapToLong(Entry::amount)
        .sum();
  }

  /** Time in ms until the count is below {@code most}; 0 if it is below now. */
  long msToRoom(String name, long at, long lengthMs, int most) {
    long wait = 0;
    while (count(name, at + wait, lengthMs) >= most) {
      wait++;
    }
    return wait;
  }

  List<StepWindow> all(long at) {
    return entries.stream()
        .map(entry -> new Window(entry.name(), entry.lengthMs()))
        .distinct()
        .map(window -> new StepWindow(window.name(), window.lengthMs(), counts(window, at)))
        .filter(window -> window.counts().stream().anyMatch(count -> count > 0))
        .sorted(Comparator.comparing(StepWindow::name))
        .toList();
  }

  private List<Long> counts(Window of, long at) {
    long present = at * 8 / of.lengthMs();
    return LongStream.rangeClosed(present - 7, present).mapToObj(step -> count(of, step)).toList();
  }

  private long count(Window of, long step) {
    return entries.stream()
        .filter(entry -> entry.name().equals(of.name()))
        .filter(entry -> entry.at() * 8 / of.lengthMs() == step)
        .mapToLong(Entry::amount)
        .sum();
  }
}
