package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StepWindow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Totals of the locks, sessions and windows of a state, in the form of counters and usage. So each
 * field is written once; scripts, which see a piece of the state at a time, would change most
 * fields with each piece.
 */
final class RestoredTotals {
  private static final int MODES = Mode.known().size();
  private static final int WAITING_PLACE = 2 * MODES;
  private static final int COUNTER_BYTES = 1 + Integer.BYTES;
  private static final Name PARTITION = new Name(0, 0);

  private final PartitionHeader header;

  /** The counters by the name of a level: which counter and its value in turn, in rising order. */
  private final Map<Name, int[]> counters = new HashMap<>();

  /** The usage by the name of an account, a sub-account or the partition. */
  private final Map<Name, Used> usage = new HashMap<>();

  RestoredTotals(PartitionHeader header) {
    this.header = header;
  }

  /** A name of {@link Names}, as two numbers. */
  private record Name(long head, int tail) {
    static Name read(ByteBuf in) {
      return new Name(in.readLong(), in.readInt());
    }

    byte[] bytes() {
      return Texts.bytes(Unpooled.buffer(Names.BYTES).writeLong(head).writeInt(tail));
    }
  }

  private static final class Used {
    private int held;
    private int waiting;
    private int kept;
    private long charged;
    private int sessions;
    private UsageBytes.Window acquires = UsageBytes.Window.NONE;
    private UsageBytes.Window endings = UsageBytes.Window.NONE;

    byte[] bytes() {
      return new UsageBytes(held, waiting, kept, charged, sessions, acquires, endings).write();
    }
  }

  /** Adds a held lock or a waiting request; reads only the front of its LOCK. */
  void add(boolean isHeld, ByteBuf lock) {
    boolean isKept = LockBytes.skipToCharges(lock);
    long whileHeld = lock.readUnsignedInt();
    long whileWaiting = lock.readUnsignedInt();
    lock.skipBytes(Short.BYTES);
    long charged = isHeld ? whileHeld : whileWaiting;
    charge(Name.read(lock), isHeld, isKept, charged);
    charge(Name.read(lock), isHeld, isKept, charged);
    charge(PARTITION, isHeld, isKept, charged);
    int holding = lock.readUnsignedByte();
    int targets = lock.readUnsignedByte();
    lock.skipBytes(holding * Names.BYTES);
    int place = isHeld ? 0 : WAITING_PLACE;
    for (int target = 0; target < targets; target++) {
      int mode = lock.readUnsignedByte();
      for (int left = lock.readUnsignedByte(); left > 0; left--) {
        count(Name.read(lock), place + mode + (left == 1 ? 0 : MODES));
      }
      lock.skipBytes(lock.readUnsignedShort());
    }
  }

  private void charge(Name name, boolean isHeld, boolean isKept, long bytes) {
    Used used = usage.computeIfAbsent(name, absent -> new Used());
    used.held += isHeld ? 1 : 0;
    used.waiting += isHeld ? 0 : 1;
    used.kept += isKept ? 1 : 0;
    used.charged += bytes;
  }

  /** Adds a live session. */
  void add(LiveSession session) {
    Names names = new Names();
    String subAccount = session.owner().subAccount();
    int charged = LiveSession.charge(session.account(), session.owner());
    charge(Name.read(Texts.of(names.account(session.account()))), charged);
    charge(Name.read(Texts.of(names.subAccount(session.account(), subAccount))), charged);
    charge(PARTITION, charged);
  }

  private void charge(Name name, int bytes) {
    Used used = usage.computeIfAbsent(name, absent -> new Used());
    used.sessions++;
    used.charged += bytes;
  }

  private void count(Name name, int which) {
    int[] counted = counters.get(name);
    if (counted == null) {
      counters.put(name, new int[] {which, 1});
      return;
    }
    int place = 0;
    while (place < counted.length && counted[place] < which) {
      place += 2;
    }
    if (place < counted.length && counted[place] == which) {
      counted[place + 1]++;
      return;
    }
    int[] more = Arrays.copyOf(counted, counted.length + 2);
    System.arraycopy(counted, place, more, place + 2, counted.length - place);
    more[place] = which;
    more[place + 1] = 1;
    counters.put(name, more);
  }

  /** Adds a window. */
  void add(StepWindow window) {
    String name = window.name();
    int letter = name.length() - 1;
    byte[] of = HexFormat.of().parseHex(name, 0, letter);
    Used used = usage.computeIfAbsent(Name.read(Texts.of(of)), absent -> new Used());
    if (name.startsWith(UsageBytes.OF_ACQUIRES, letter)) {
      used.acquires = UsageBytes.Window.of(window, header.at(), header.floors().acquiresSince());
    } else {
      used.endings = UsageBytes.Window.of(window, header.at(), header.floors().endingsSince());
    }
  }

  /** The fields of counters by their names. */
  Stream<Map.Entry<byte[], byte[]>> counters() {
    return counters.entrySet().stream()
        .map(counted -> Map.entry(counted.getKey().bytes(), packed(counted.getValue())));
  }

  private static byte[] packed(int[] counted) {
    ByteBuffer out = ByteBuffer.allocate(counted.length / 2 * COUNTER_BYTES);
    for (int place = 0; place < counted.length; place += 2) {
      out.put((byte) counted[place]).putInt(counted[place + 1]);
    }
    return out.array();
  }

  /** The fields of usage by their names. */
  Stream<Map.Entry<byte[], byte[]>> usage() {
    return usage.entrySet().stream()
        .map(used -> Map.entry(used.getKey().bytes(), used.getValue().bytes()));
  }
}
