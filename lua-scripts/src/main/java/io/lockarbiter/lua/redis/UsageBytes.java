package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.StepWindow;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Redis keeps of an account, a sub-account or the whole partition, laid out as in
 * includes/usage.lua.
 */
record UsageBytes(int held, int waiting, long charged, Window acquires, Window endings) {
  /** Counts of steps by their number; none if nothing was counted. */
  record Window(long lengthMs, long latest, Map<Long, Long> perStep) {}

  static UsageBytes read(ByteBuf bytes) {
    int held = bytes.readInt();
    int waiting = bytes.readInt();
    long charged = bytes.readUnsignedInt();
    return new UsageBytes(held, waiting, charged, window(bytes), window(bytes));
  }

  private static Window window(ByteBuf bytes) {
    if (!bytes.isReadable()) {
      return new Window(0, 0, Map.of());
    }
    Window window = new Window(bytes.readUnsignedInt(), bytes.readLong(), new HashMap<>());
    long inAll = bytes.readUnsignedInt();
    ByteBuf earlier = bytes.readSlice(bytes.readUnsignedByte());
    for (long step = window.latest() - 1; earlier.isReadable(); step--) {
      long number = earlier.readUnsignedInt();
      window.perStep().put(step, number);
      inAll -= number;
    }
    window.perStep().put(window.latest(), inAll);
    return window;
  }

  /** Those that are not over; the scripts keep some that are. */
  static List<StepWindow> windows(String name, ByteBuf bytes, long at) {
    UsageBytes usage = read(bytes);
    List<StepWindow> windows = new ArrayList<>();
    add(windows, name + "A", usage.acquires(), at);
    add(windows, name + "E", usage.endings(), at);
    return windows;
  }

  private static void add(List<StepWindow> windows, String name, Window window, long at) {
    if (window.lengthMs() == 0) {
      return;
    }
    StepWindow left = StepWindow.at(at, name, window.lengthMs(), window.perStep());
    if (left != null) {
      windows.add(left);
    }
  }
}
