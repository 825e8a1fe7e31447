package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.ScriptReply.list;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.lua.redis.ScriptReply.Page;
import io.lockarbiter.lua.redis.ScriptReply.State;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
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
import org.jspecify.annotations.Nullable;

/** Reads the answers of the reading scripts. */
final class StateAnswer {
  private StateAnswer() {}

  static PartitionHeader header(Object reply) {
    ByteBuf numbers = bytes(reply);
    return new PartitionHeader(
        numbers.readLong(),
        numbers.readLong(),
        (int) numbers.readLong(),
        numbers.readLong(),
        numbers.readLong(),
        new Floors(numbers.readLong(), numbers.readLong(), numbers.readLong()),
        SettingsBytes.read(numbers));
  }

  /** Null if nothing ends. */
  static @Nullable Long nextDeadline(Object reply) {
    long deadline = Long.parseLong(bytes(reply).toString(US_ASCII));
    return deadline < 0 ? null : Long.valueOf(deadline);
  }

  static PartitionState state(List<Object> reply) {
    PartitionHeader header = header(reply.get(State.HEADER.ordinal()));
    List<HeldLock> held = new ArrayList<>(locks(list(reply, State.HELD), header.at()));
    held.sort(Comparator.comparingLong(HeldLock::token));
    List<WaitingRequest> waiting =
        list(reply, State.WAITING).stream()
            .map(entry -> StoredLock.read(bytes(entry)).asWaiting())
            .sorted(Comparator.comparingLong(WaitingRequest::arrival))
            .toList();
    List<EndedRequest> ended =
        list(reply, State.ENDED).stream().map(entry -> Endings.read(bytes(entry))).toList();
    List<StepWindow> windows = new ArrayList<>();
    List<Object> entries = list(reply, State.USAGE);
    for (int n = 0; n < entries.size(); n += 2) {
      String name = HexFormat.of().formatHex((byte[]) entries.get(n));
      windows.addAll(UsageBytes.windows(name, bytes(entries.get(n + 1)), header));
    }
    windows.sort(Comparator.comparing(StepWindow::name));
    return new PartitionState(
        header,
        List.copyOf(held),
        waiting,
        ended,
        windows,
        MovedBytes.read(list(reply, State.MOVED), header),
        SessionBytes.read(list(reply, State.SESSIONS)));
  }

  /** Held locks, with the traces of requests to yield that still count. */
  static List<HeldLock> locks(List<Object> reply) {
    return locks(reply, Long.MAX_VALUE);
  }

  private static List<HeldLock> locks(List<Object> reply, long now) {
    return reply.stream().map(entry -> held(entry).shown().asOf(now)).toList();
  }

  /** Reads an entry of {@code includes/held_entry.lua}, or a record of ids. */
  private static HeldUntil held(Object entry) {
    if (entry instanceof List<?> bound) {
      HeldLock lock = StoredLock.read(bytes(bound.get(0))).asHeld();
      return new HeldUntil(lock, bytes(bound.get(1)).readLong());
    }
    HeldLock lock = StoredLock.read(bytes(entry)).asHeld();
    return new HeldUntil(lock, lock.expiresAt());
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

  static @Nullable AccountPage<HeldUntil> heldPage(List<Object> reply) {
    return page(reply, list(reply, Page.ENTRIES).stream().map(StateAnswer::held).toList());
  }

  static @Nullable AccountPage<WaitingRequest> waitingPage(List<Object> reply) {
    return page(
        reply, queue(list(reply, Page.ENTRIES)).stream().map(QueuedRequest::request).toList());
  }

  private static <T> @Nullable AccountPage<T> page(List<Object> reply, List<T> entries) {
    byte[] numbers = (byte[]) reply.get(Page.HEADER.ordinal());
    if (numbers.length == 0) {
      return null;
    }
    PartitionHeader header = header(numbers);
    byte[] next = (byte[]) reply.get(Page.CURSOR.ordinal());
    long last = Long.parseLong(ScriptReply.text(reply, Page.LAST));
    return new AccountPage<>(entries, next, header.seq(), last, header.at());
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
