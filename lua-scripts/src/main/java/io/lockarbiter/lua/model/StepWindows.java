package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.StepWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How often something happened within a window of log time, counted in steps of an eighth of it: in
 * the present step and in the seven before.
 */
final class StepWindows {
  /** What is counted, and of whom. */
  enum Kind {
    ACQUIRES_OF_SUB_ACCOUNT('A'),
    ACQUIRES_OF_ACCOUNT('A'),
    ENDINGS_OF_ACCOUNT('E');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }
  }

  private record Counted(Kind kind, String account, @Nullable String subAccount) {
    String name() {
      byte[] name =
          subAccount == null ? Names.account(account) : Names.subAccount(account, subAccount);
      return HexFormat.of().formatHex(name) + kind.letter;
    }
  }

  private record Window(long lengthMs, TreeMap<Long, Long> perStep) {}

  private static final int FEW = 1_000;

  private final Map<Counted, Window> windows = new HashMap<>();
  private int many = FEW;

  StepWindows copy() {
    StepWindows copy = new StepWindows();
    windows.forEach(
        (counted, window) ->
            copy.windows.put(
                counted, new Window(window.lengthMs(), new TreeMap<>(window.perStep()))));
    return copy;
  }

  /** It happens; what was counted with a window of another length counts no more. */
  void count(Kind kind, String account, @Nullable String subAccount, long at, long lengthMs) {
    Window window =
        windows.compute(
            new Counted(kind, account, subAccount),
            (counted, before) ->
                before == null || before.lengthMs() != lengthMs
                    ? new Window(lengthMs, new TreeMap<>())
                    : before);
    long step = StepWindow.step(at, lengthMs);
    window.perStep().headMap(step - StepWindow.STEPS, true).clear();
    window.perStep().merge(step, 1L, Long::sum);
    if (windows.size() > many) {
      forget(at);
      many = Math.max(FEW, 2 * windows.size());
    }
  }

  /** In how many ms it may happen once more; 0 if it may now. */
  long msToRoom(
      Kind kind, String account, @Nullable String subAccount, long at, long lengthMs, int most) {
    Window window = windows.get(new Counted(kind, account, subAccount));
    if (window == null || window.lengthMs() != lengthMs) {
      return 0;
    }
    long step = StepWindow.step(at, lengthMs) - StepWindow.STEPS;
    Map<Long, Long> inWindow = new LinkedHashMap<>(window.perStep().tailMap(step, false));
    long number = inWindow.values().stream().mapToLong(Long::longValue).sum();
    if (number < most) {
      return 0;
    }
    for (Map.Entry<Long, Long> each : inWindow.entrySet()) {
      number -= each.getValue();
      if (number < most) {
        return StepWindow.begin(each.getKey() + StepWindow.STEPS, lengthMs) - at;
      }
    }
    throw new IllegalStateException("most=" + most + ", expected at least 1");
  }

  private void forget(long at) {
    windows
        .values()
        .removeIf(
            window ->
                window.perStep().lastKey()
                    <= StepWindow.step(at, window.lengthMs()) - StepWindow.STEPS);
  }

  /** Those that are not over, by name. */
  List<StepWindow> all(long at) {
    List<StepWindow> all = new ArrayList<>();
    windows.forEach(
        (counted, window) -> {
          StepWindow left = StepWindow.at(at, counted.name(), window.lengthMs(), window.perStep());
          if (left != null) {
            all.add(left);
          }
        });
    all.sort(Comparator.comparing(StepWindow::name));
    return all;
  }
}
