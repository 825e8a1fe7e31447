package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.ScriptReply.list;
import static io.lockarbiter.lua.redis.ScriptReply.number;
import static io.lockarbiter.lua.redis.ScriptReply.text;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.lua.redis.ScriptReply.Header;
import io.lockarbiter.lua.redis.ScriptReply.State;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StepWindow;
import io.lockarbiter.lua.store.WaitingRequest;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** The answers of the reading scripts. */
final class StateAnswer {
  private StateAnswer() {}

  static PartitionHeader header(List<Object> reply) {
    return new PartitionHeader(
        number(reply, Header.APPLIED_OFFSET),
        number(reply, Header.APPLIED_AT),
        (int) number(reply, Header.APPLIED_EPOCH),
        number(reply, Header.AT),
        number(reply, Header.SEQ),
        SettingsText.parse(text(reply, Header.SETTINGS)));
  }

  static PartitionState state(List<Object> reply) {
    List<HeldLock> held = new ArrayList<>(locks(list(reply, State.HELD)));
    held.sort(Comparator.comparingLong(HeldLock::token));
    List<WaitingRequest> waiting =
        list(reply, State.WAITING).stream()
            .map(entry -> StoredLock.read(bytes(entry)).asWaiting())
            .sorted(Comparator.comparingLong(WaitingRequest::arrival))
            .toList();
    List<EndedRequest> ended =
        list(reply, State.ENDED).stream().map(entry -> Endings.read(bytes(entry))).toList();
    PartitionHeader header = header(list(reply, State.HEADER));
    List<StepWindow> windows = new ArrayList<>();
    List<Object> entries = list(reply, State.WINDOWS);
    for (int n = 0; n < entries.size(); n += 2) {
      windows.add(window((byte[]) entries.get(n), bytes(entries.get(n + 1)), header.at()));
    }
    windows.sort(Comparator.comparing(StepWindow::name));
    return new PartitionState(header, List.copyOf(held), waiting, ended, windows);
  }

  private static StepWindow window(byte[] field, ByteBuf value, long at) {
    long lengthMs = value.readUnsignedInt();
    long latest = value.readLong();
    long present = StepWindow.step(at, lengthMs);
    List<Long> counts = new ArrayList<>();
    for (long step = present - StepWindow.STEPS + 1; step <= present; step++) {
      boolean isKept = step <= latest && step > latest - StepWindow.STEPS;
      int place = value.readerIndex() + Math.floorMod(step, StepWindow.STEPS) * Integer.BYTES;
      counts.add(isKept ? value.getUnsignedInt(place) : 0L);
    }
    String name = HexFormat.of().formatHex(field, 0, Names.BYTES) + (char) field[Names.BYTES];
    return new StepWindow(name, lengthMs, List.copyOf(counts));
  }

  static List<HeldLock> locks(List<Object> reply) {
    return reply.stream().map(entry -> StoredLock.read(bytes(entry)).asHeld()).toList();
  }

  static List<QueuedRequest> queue(List<Object> reply) {
    List<QueuedRequest> queue = new ArrayList<>();
    for (Object each : reply) {
      List<Object> entry = list(each);
      BlockedBy blocked = DetailParts.read(bytes(entry.get(1))).blockedBy;
      queue.add(
          new QueuedRequest(
              StoredLock.read(bytes(entry.get(0))).asWaiting(),
              queue.size() + 1,
              blocked.listed(),
              blocked.more()));
    }
    return queue;
  }

  static Explanation explanation(List<Object> reply) {
    BlockedBy blocked = DetailParts.read(bytes(reply.get(0))).blockedBy;
    return new Explanation(
        blocked.listed(), blocked.more(), Integer.parseInt(RedisLockStore.text(reply.get(1))));
  }

  private static ByteBuf bytes(Object entry) {
    return Texts.of((byte[]) entry);
  }
}
