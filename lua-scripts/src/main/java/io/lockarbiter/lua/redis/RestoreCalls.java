package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.SessionKey;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a state into calls of {@code restore.lua}, each of which brings a chunk of it. */
final class RestoreCalls {
  private static final WithReserve RESTORE = WithReserve.load("restore");
  private static final long BEGIN = 0;
  private static final int COUNTED = 4;
  private static final int USED = 5;
  private static final int MOVED = 6;
  private static final int MOVED_OF_ACCOUNT = 7;
  private static final int SESSION = 8;
  private static final int BOUND = 9;

  /** Bytes of names and contents per call; the last entry may exceed them. */
  static final int MOST_BYTES = 64 * 1024;

  /** Units of work per call; each takes some µs, so a call takes some ms. */
  private static final int MOST_WORK = 512;

  private static final int WORK_OF_LOCK = 2;
  private static final int WORK_OF_SESSION = 2;
  private static final int LEVELS_PER_UNIT = 8;

  private final ScriptRunner runner;
  private final byte[] identity;

  RestoreCalls(ScriptRunner runner, LogIdentity identity) {
    this.runner = runner;
    this.identity = identity.toString().getBytes(StandardCharsets.UTF_8);
  }

  private record Entry(byte[] name, byte[] content, int work) {}

  /** The calls that build a state, none of which is made yet. */
  StateRestore begin(List<Object> keys, PartitionState state) {
    return new Restore(keys, state);
  }

  private final class Restore implements StateRestore {
    private final List<Object> keys;
    private final byte[] restoring = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
    private final byte[] header;
    private final RestoredTotals totals;
    private Iterator<Entry> entries;
    private boolean hasTotals;
    private long step = BEGIN;

    Restore(List<Object> keys, PartitionState state) {
      this.keys = keys;
      this.header = header(state.header());
      this.totals = new RestoredTotals(state.header());
      this.entries = entries(state, totals).iterator();
    }

    @Override
    public Progress next() {
      boolean last = step != BEGIN && !hasMore();
      List<byte[]> rest = step == BEGIN ? List.of(header) : chunk(entries);
      if (!run(keys, restoring, last ? -step : step, rest)) {
        return Progress.OVERTAKEN;
      }
      step++;
      return last ? Progress.DONE : Progress.MORE;
    }

    /** Says whether entries are left; the totals of all locks follow the last lock. */
    private boolean hasMore() {
      if (!entries.hasNext() && !hasTotals) {
        hasTotals = true;
        entries = entries(totals).iterator();
      }
      return entries.hasNext();
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
    int work = 0;
    while (entries.hasNext() && bytes < MOST_BYTES && work < MOST_WORK) {
      Entry entry = entries.next();
      chunk.add(entry.name());
      chunk.add(entry.content());
      bytes += entry.name().length + entry.content().length;
      work += entry.work();
    }
    return chunk;
  }

  /**
   * The entries, made one by one as they are asked for: a flat map would make a list of all at
   * once.
   */
  private static Stream<Entry> entries(PartitionState state, RestoredTotals totals) {
    state.windows().forEach(totals::add);
    state.sessions().forEach(totals::add);
    List<EndedRequest> ended = state.ended();
    List<LiveSession> sessions = state.sessions();
    Map<SessionKey, Long> numbers = new HashMap<>();
    sessions.forEach(session -> numbers.put(session.name(), numbers.size() + 1L));
    return Stream.of(
            IntStream.range(0, sessions.size()).mapToObj(n -> entry(sessions.get(n), n + 1L)),
            live(state).map(stored -> entry(stored, totals)),
            live(state)
                .filter(stored -> stored.lock().fields().isBound())
                .map(stored -> bound(stored, numbers)),
            IntStream.range(0, ended.size()).mapToObj(n -> entry(ended.get(n), n + 1)),
            MovedBytes.paths(state.moved()).map(path -> entry(path, MOVED)),
            MovedBytes.accounts(state.moved()).map(account -> entry(account, MOVED_OF_ACCOUNT)))
        .flatMap(each -> each);
  }

  private static Stream<StoredLock> live(PartitionState state) {
    return Stream.concat(
        state.held().stream().map(StoredLock::of), state.waiting().stream().map(StoredLock::of));
  }

  private static Entry entry(LiveSession session, long number) {
    byte[] field = SessionBytes.write(session, number);
    return entry(Map.entry(session.key(), field), SESSION, WORK_OF_SESSION);
  }

  private static Entry bound(StoredLock stored, Map<SessionKey, Long> numbers) {
    LockBytes.Who who = stored.lock().who();
    Long number = Objects.requireNonNull(numbers.get(new SessionKey(who.account(), who.owner())));
    return entry(Map.entry(SessionBytes.bound(stored, number), new byte[0]), BOUND);
  }

  private static Stream<Entry> entries(RestoredTotals totals) {
    return Stream.concat(
        totals.counters().map(counters -> entry(counters, COUNTED)),
        totals.usage().map(used -> entry(used, USED)));
  }

  private static Entry entry(StoredLock stored, RestoredTotals totals) {
    LockBytes.Who who = stored.lock().who();
    LockFields fields = stored.lock().fields();
    byte[] record = stored.write();
    totals.add(stored.isHeld(), StoredLock.lockOf(record));
    int levels = Acquire.segments(fields.targets());
    int members =
        fields.targets().size() + (stored.isHeld() ? 0 : levels + fields.holding().size());
    return new Entry(
        new Names().lock(who.account(), who.lockId()),
        record,
        WORK_OF_LOCK * members + levels / LEVELS_PER_UNIT);
  }

  private static Entry entry(EndedRequest ended, long number) {
    return new Entry(
        new Names().lock(ended.account(), ended.lockId()),
        Endings.write(ended, number),
        WORK_OF_LOCK);
  }

  private static Entry entry(Map.Entry<byte[], byte[]> field, int kind) {
    return entry(field, kind, 1);
  }

  private static Entry entry(Map.Entry<byte[], byte[]> field, int kind, int work) {
    byte[] bytes = field.getValue();
    byte[] content = ByteBuffer.allocate(1 + bytes.length).put((byte) kind).put(bytes).array();
    return new Entry(field.getKey(), content, work);
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
