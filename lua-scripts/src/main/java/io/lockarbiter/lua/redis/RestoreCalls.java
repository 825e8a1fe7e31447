package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.StepWindow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A state as calls of {@code restore.lua}, each of which brings a chunk of it. */
final class RestoreCalls {
  private static final WithReserve RESTORE = WithReserve.load("restore");
  private static final long BEGIN = 0;
  private static final int WINDOW = 4;
  private static final int MOST_ENTRIES = 128;
  private static final int MOST_BYTES = 64 * 1024;

  /** Of the paths: a call takes some µs for each, more where requests wait. */
  private static final int MOST_LEVELS = 1_500;

  private static final int LEVELS_OF_WAITING = 2;

  private final ScriptRunner runner;
  private final byte[] identity;

  RestoreCalls(ScriptRunner runner, LogIdentity identity) {
    this.runner = runner;
    this.identity = identity.toString().getBytes(StandardCharsets.UTF_8);
  }

  private record Entry(byte[] name, byte[] content, int levels) {}

  /** The calls that build a state, none of which is made yet. */
  StateRestore begin(List<Object> keys, PartitionState state) {
    return new Restore(keys, state);
  }

  private final class Restore implements StateRestore {
    private final List<Object> keys;
    private final byte[] restoring = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
    private final byte[] header;
    private final Iterator<Entry> entries;
    private long step = BEGIN;

    Restore(List<Object> keys, PartitionState state) {
      this.keys = keys;
      this.header = header(state.header());
      this.entries = entries(state).iterator();
    }

    @Override
    public Progress next() {
      boolean last = step != BEGIN && !entries.hasNext();
      List<byte[]> rest = step == BEGIN ? List.of(header) : chunk(entries);
      if (!run(keys, restoring, last ? -step : step, rest)) {
        return Progress.OVERTAKEN;
      }
      step++;
      return last ? Progress.DONE : Progress.MORE;
    }
  }

  private boolean run(List<Object> keys, byte[] restoring, long step, List<byte[]> rest) {
    List<Object> arguments = new ArrayList<>();
    for (RestoreArgument argument : RestoreArgument.values()) {
      arguments.add(
          switch (argument) {
            case IDENTITY -> identity;
            case RESTORING -> restoring;
            case STEP -> ByteBuffer.allocate(Long.BYTES).putLong(step).array();
          });
    }
    arguments.addAll(rest);
    List<Object> reply = RESTORE.run(runner, keys, arguments.toArray());
    return RedisLockStore.text(reply.get(0)).equals(OutcomeWord.APPLIED.name());
  }

  private static List<byte[]> chunk(Iterator<Entry> entries) {
    List<byte[]> chunk = new ArrayList<>();
    int bytes = 0;
    int levels = 0;
    while (entries.hasNext()
        && chunk.size() < 2 * MOST_ENTRIES
        && bytes < MOST_BYTES
        && levels < MOST_LEVELS) {
      Entry entry = entries.next();
      chunk.add(entry.name());
      chunk.add(entry.content());
      bytes += entry.content().length;
      levels += entry.levels();
    }
    return chunk;
  }

  /** Made one by one, as they are asked for: a flat map would make all of a list at once. */
  private static Stream<Entry> entries(PartitionState state) {
    List<EndedRequest> ended = state.ended();
    Stream<StoredLock> live =
        Stream.concat(
            state.held().stream().map(StoredLock::of),
            state.waiting().stream().map(StoredLock::of));
    Stream<Entry> counted =
        Stream.concat(
            IntStream.range(0, ended.size()).mapToObj(n -> entry(ended.get(n), n + 1)),
            state.windows().stream().map(window -> entry(window, state.header().at())));
    return Stream.concat(live.map(RestoreCalls::entry), counted);
  }

  private static Entry entry(StoredLock stored) {
    LockBytes.Who who = stored.lock().who();
    int levels =
        Acquire.segments(stored.lock().fields().targets())
            * (stored.isHeld() ? 1 : LEVELS_OF_WAITING);
    return new Entry(Names.lock(who.account(), who.lockId()), stored.write(), levels);
  }

  private static Entry entry(EndedRequest ended, long number) {
    return new Entry(Names.lock(ended.account(), ended.lockId()), Endings.write(ended, number), 0);
  }

  private static Entry entry(StepWindow window, long at) {
    String name = window.name();
    List<Long> counts = window.counts();
    int latest = counts.size() - 1;
    ByteBuf out = Unpooled.buffer(64);
    out.writeByte(WINDOW).writeByte(name.charAt(name.length() - 1));
    out.writeLong(StepWindow.step(at, window.lengthMs()));
    out.writeInt((int) counts.stream().mapToLong(Long::longValue).sum());
    for (int step = latest - 1; step >= 0; step--) {
      out.writeInt(counts.get(step).intValue());
    }
    byte[] of = HexFormat.of().parseHex(name.substring(0, name.length() - 1));
    return new Entry(of, Texts.bytes(out), 0);
  }

  private static byte[] header(PartitionHeader header) {
    Floors floors = header.floors();
    ByteBuf out = Unpooled.buffer(128);
    out.writeLong(header.appliedOffset()).writeLong(header.appliedAppendedAt());
    out.writeLong(header.appliedEpoch()).writeLong(header.at()).writeLong(header.seq());
    out.writeLong(floors.endedAt());
    out.writeLong(floors.acquiresSince()).writeLong(floors.endingsSince());
    out.writeBytes(SettingsBytes.pack(header.settings()));
    return Texts.bytes(out);
  }
}
