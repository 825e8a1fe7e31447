package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.PartitionHeader;
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
  record Window(long since, long latest, Map<Long, Long> perStep) {}

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
    Window window = new Window(bytes.readLong(), bytes.readLong(), new HashMap<>());
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

  /** Those that count and are not over; the scripts keep some that do not or are. */
  static List<StepWindow> windows(String name, ByteBuf bytes, PartitionHeader header) {
    UsageBytes usage = read(bytes);
    List<StepWindow> windows = new ArrayList<>();
    Floors floors = header.floors();
    add(windows, name + "A", usage.acquires(), floors.acquiresSince(), Setting.WINDOW_MS, header);
    add(
        windows,
        name + "E",
        usage.endings(),
        floors.endingsSince(),
        Setting.REPEAT_WINDOW_MS,
        header);
    return windows;
  }

  private static void add(
      List<StepWindow> windows,
      String name,
      Window window,
      long since,
      Setting length,
      PartitionHeader header) {
    if (window.since() != since || window.perStep().isEmpty()) {
      return;
    }
    long lengthMs = header.settings().get(length);
    StepWindow left = StepWindow.at(header.at(), name, lengthMs, window.perStep());
    if (left != null) {
      windows.add(left);
    }
  }
}
