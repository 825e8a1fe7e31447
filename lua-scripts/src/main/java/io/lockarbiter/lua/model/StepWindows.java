package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.StepWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of events within windows of log time. A window has eight steps: the present one and the
 * seven before it.
 */
final class StepWindows {
  /** The counted events, and the account or sub-account that they belong to. */
  enum Kind {
    ACQUIRES_OF_SUB_ACCOUNT('A'),
    ACQUIRES_OF_ACCOUNT('A'),
    ENDINGS_OF_ACCOUNT('E'),
    ENDING_BYTES_OF_PARTITION('E');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }
  }

  private record Counted(Kind kind, String account, @Nullable String subAccount) {
    String name() {
      byte[] name =
          kind == Kind.ENDING_BYTES_OF_PARTITION
              ? new byte[Names.BYTES]
              : subAccount == null
                  ? new Names().account(account)
                  : new Names().subAccount(account, subAccount);
      return HexFormat.of().formatHex(name) + kind.letter;
    }

    // Written out because every acquire asks seven times: what a record makes by itself is slower.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Counted counted
          && counted.kind == kind
          && counted.account.equals(account)
          && Objects.equals(counted.subAccount, subAccount);
    }

    @Override
    public int hashCode() {
      return (kind.ordinal() * 31 + account.hashCode()) * 31 + Objects.hashCode(subAccount);
    }
  }

  private static final int FEW = 1_000;
  private static final Counted OF_PARTITION = new Counted(Kind.ENDING_BYTES_OF_PARTITION, "", null);

  private final Map<Counted, Window> windows = new HashMap<>();

  /** Restored windows by name, until they are used for the first time. */
  private final Map<String, Window> restored = new HashMap<>();

  private int many = FEW;

  StepWindows copy() {
    StepWindows copy = new StepWindows();
    windows.forEach((counted, window) -> copy.windows.put(counted, window.copy()));
    restored.forEach((name, window) -> copy.restored.put(name, window.copy()));
    return copy;
  }

  /** Restores the counts of a window up to a time. */
  void restore(StepWindow window, long at) {
    restored.put(window.name(), new Window(window, at));
  }

  private @Nullable Window find(Counted counted) {
    Window found = windows.get(counted);
    if (found == null && !restored.isEmpty()) {
      found = restored.remove(counted.name());
      if (found != null) {
        windows.put(counted, found);
      }
    }
    return found;
  }

  /** Counts one occurrence. */
  void count(Kind kind, String account, @Nullable String subAccount, long at, long lengthMs) {
    count(new Counted(kind, account, subAccount), at, lengthMs, 1);
  }

  /** Counts the bytes of an ending that the partition remembers. */
  void countEnding(int bytes, long at, long lengthMs) {
    count(OF_PARTITION, at, lengthMs, bytes);
  }

  /** The bytes of the partition's endings within the window. */
  long endingBytes(long at) {
    Window window = find(OF_PARTITION);
    return window == null ? 0 : window.sum(at);
  }

  /** Clears the counts of acquires, of endings, or of both. */
  void forget(boolean acquires, boolean endings) {
    windows.keySet().removeIf(counted -> counted.kind.letter == 'A' ? acquires : endings);
    restored.keySet().removeIf(name -> name.endsWith("A") ? acquires : endings);
  }

  private void count(Counted counted, long at, long lengthMs, long by) {
    Window window = find(counted);
    if (window == null) {
      window = new Window(lengthMs);
      windows.put(counted, window);
    }
    window.count(at, by);
    if (windows.size() > many) {
      forget(at);
      many = Math.max(FEW, 2 * windows.size());
    }
  }

  /** Time in ms until one more occurrence fits into the window; 0 if it fits now. */
  long msToRoom(Kind kind, String account, @Nullable String subAccount, long at, int most) {
    Window window = find(new Counted(kind, account, subAccount));
    return window == null ? 0 : window.msToRoom(at, most);
  }

  private void forget(long at) {
    windows.values().removeIf(window -> window.isOver(at));
    restored.values().removeIf(window -> window.isOver(at));
  }

  /** The windows that are not over, by name. */
  List<StepWindow> all(long at) {
    List<StepWindow> all = new ArrayList<>();
    windows.forEach((counted, window) -> window.addTo(all, counted.name(), at));
    restored.forEach((name, window) -> window.addTo(all, name, at));
    all.sort(Comparator.comparing(StepWindow::name));
    return all;
  }

  /** One window; it keeps the steps before the newest one that belong to it. */
  private static final class Window {
    private final long lengthMs;

    /** The count of each step, at its number modulo the number of steps. */
    private final long[] counts = new long[StepWindow.STEPS];

    private long newest;

    Window(long lengthMs) {
      this.lengthMs = lengthMs;
    }

    Window(StepWindow left, long at) {
      lengthMs = left.lengthMs();
      newest = StepWindow.step(at, lengthMs);
      for (int back = 0; back < StepWindow.STEPS && back <= newest; back++) {
        counts[place(newest - back)] = left.counts().get(StepWindow.STEPS - 1 - back);
      }
    }

    /** Adds the window, unless it is over. */
    void addTo(List<StepWindow> all, String name, long at) {
      StepWindow left = StepWindow.at(at, name, lengthMs, perStep());
      if (left != null) {
        all.add(left);
      }
    }

    Window copy() {
      Window copy = new Window(lengthMs);
      System.arraycopy(counts, 0, copy.counts, 0, counts.length);
      copy.newest = newest;
      return copy;
    }

    void count(long at, long by) {
      long step = StepWindow.step(at, lengthMs);
      for (long over = Math.max(newest, step - StepWindow.STEPS) + 1; over <= step; over++) {
        counts[place(over)] = 0;
      }
      newest = step;
      counts[place(step)] += by;
    }

    private static int place(long step) {
      return (int) (step % StepWindow.STEPS);
    }

    /** The first step that may count at a time. */
    private long first(long at) {
      return Math.max(0, StepWindow.step(at, lengthMs) - StepWindow.STEPS + 1);
    }

    boolean isOver(long at) {
      return newest < first(at);
    }

    long sum(long at) {
      long sum = 0;
      for (long step = first(at); step <= newest; step++) {
        sum += counts[place(step)];
      }
      return sum;
    }

    long msToRoom(long at, int most) {
      long number = sum(at);
      if (number < most) {
        return 0;
      }
      for (long step = first(at); step <= newest; step++) {
        number -= counts[place(step)];
        if (number < most) {
          return StepWindow.begin(step + StepWindow.STEPS, lengthMs) - at;
        }
      }
      throw new IllegalStateException("most=" + most + ", expected at least 1");
    }

    /** The counts by number of the step. */
    Map<Long, Long> perStep() {
      Map<Long, Long> perStep = new HashMap<>();
      for (long step = Math.max(0, newest - StepWindow.STEPS + 1); step <= newest; step++) {
        perStep.put(step, counts[place(step)]);
      }
      return perStep;
    }
  }
}
