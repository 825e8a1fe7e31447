package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StepWindow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The usage of an account, a sub-account or the whole partition in Redis, laid out as in
 * includes/usage.lua.
 */
record UsageBytes(
    int held, int waiting, int kept, long charged, int sessions, Window acquires, Window endings) {
  /** The end of a {@link StepWindow}'s name tells whether it counts acquires or endings. */
  static final String OF_ACQUIRES = "A";

  private static final String OF_ENDINGS = "E";

  /** The counts of a window by number of the step; none if nothing was counted. */
  record Window(long since, long latest, Map<Long, Long> perStep) {
    static final Window NONE = new Window(0, 0, Map.of());

    /** The counts of a window that still count at a time, since an event. */
    static Window of(StepWindow window, long at, long since) {
      long latest = StepWindow.step(at, window.lengthMs());
      Map<Long, Long> perStep = new HashMap<>();
      int steps = window.counts().size();
      for (int n = 0; n < steps; n++) {
        perStep.put(latest - (steps - 1 - n), window.counts().get(n));
      }
      return new Window(since, latest, perStep);
    }

    private void write(ByteBuf out) {
      out.writeLong(since).writeLong(latest);
      out.writeInt((int) perStep.values().stream().mapToLong(Long::longValue).sum());
      int earlier = Math.max(0, perStep.size() - 1);
      out.writeByte(earlier * Integer.BYTES);
      for (int n = 1; n <= earlier; n++) {
        out.writeInt(perStep.getOrDefault(latest - n, 0L).intValue());
      }
    }
  }

  /** The bytes that Redis keeps. */
  byte[] write() {
    ByteBuf out = Unpooled.buffer(128);
    out.writeInt(held).writeInt(waiting).writeInt(kept).writeInt((int) charged);
    out.writeInt(sessions);
    acquires.write(out);
    if (!endings.perStep().isEmpty()) {
      endings.write(out);
    }
    return Texts.bytes(out);
  }

  static UsageBytes read(ByteBuf bytes) {
    int held = bytes.readInt();
    int waiting = bytes.readInt();
    int kept = bytes.readInt();
    long charged = bytes.readUnsignedInt();
    int sessions = bytes.readInt();
    return new UsageBytes(held, waiting, kept, charged, sessions, window(bytes), window(bytes));
  }

  private static Window window(ByteBuf bytes) {
    if (!bytes.isReadable()) {
      return Window.NONE;
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

  /** The windows that count and are not over; the scripts keep others for a while. */
  static List<StepWindow> windows(String name, ByteBuf bytes, PartitionHeader header) {
    UsageBytes usage = read(bytes);
    List<StepWindow> windows = new ArrayList<>();
    Floors floors = header.floors();
    add(
        windows,
        name + OF_ACQUIRES,
        usage.acquires(),
        floors.acquiresSince(),
        Setting.WINDOW_MS,
        header);
    add(
        windows,
        name + OF_ENDINGS,
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
