package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RedisLockStore.text;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.RateWindow;
import io.lockarbiter.lua.store.WaitingRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answers of the reading scripts; the places are listed in their headers. */
final class StateAnswer {
  private StateAnswer() {}

  static PartitionHeader header(List<Object> answer) {
    return new PartitionHeader(
        number(answer.get(0)),
        number(answer.get(1)),
        (int) number(answer.get(2)),
        number(answer.get(3)),
        number(answer.get(4)),
        SettingsText.parse(text(answer.get(5))));
  }

  static PartitionState state(List<Object> answer) {
    List<HeldLock> held = new ArrayList<>(locks(list(answer.get(1))));
    held.sort(Comparator.comparingLong(HeldLock::token));
    List<WaitingRequest> waiting =
        list(answer.get(2)).stream()
            .map(entry -> waiting(list(entry)))
            .sorted(Comparator.comparingLong(WaitingRequest::arrival))
            .toList();
    List<EndedRequest> ended =
        list(answer.get(3)).stream().map(entry -> ended(list(entry))).toList();
    List<RateWindow> rates =
        list(answer.get(4)).stream()
            .map(entry -> rateWindow(list(entry)))
            .filter(window -> !window.acquiredAt().isEmpty())
            .sorted(Comparator.comparing(RateWindow::account).thenComparing(RateWindow::subAccount))
            .toList();
    return new PartitionState(
        header(list(answer.get(0))), List.copyOf(held), waiting, ended, rates);
  }

  static List<HeldLock> locks(List<Object> answer) {
    return answer.stream().map(entry -> lock(list(entry))).toList();
  }

  private static HeldLock lock(List<Object> entry) {
    Granted granted = event(entry);
    return new HeldLock(
        granted.head().account(),
        granted.subject(),
        orNull(text(entry.get(4))),
        number(entry.get(5)),
        number(entry.get(6)),
        number(entry.get(7)),
        number(entry.get(8)));
  }

  private static WaitingRequest waiting(List<Object> entry) {
    Granted granted = event(entry);
    return new WaitingRequest(
        granted.head().account(),
        granted.subject(),
        orNull(text(entry.get(4))),
        number(entry.get(5)),
        number(entry.get(6)),
        number(entry.get(7)));
  }

  /** The lock's fields stand in Redis as the JSON of an event, so they are read as one. */
  private static Granted event(List<Object> entry) {
    String event =
        "{\"v\":1,\"type\":\"granted\",\"seq\":1,\"at\":0,\"account\":"
            + text(entry.get(0))
            + ",\"commandId\":"
            + text(entry.get(1))
            + ",\"cause\":{\"partition\":0,\"offset\":0},\"lockId\":"
            + text(entry.get(1))
            + ","
            + text(entry.get(2))
            + ","
            + text(entry.get(3))
            + ",\"token\":1,\"expiresAt\":0,\"waitedMs\":0}";
    return (Granted) EventCodec.decode(event.getBytes(StandardCharsets.UTF_8));
  }

  static List<QueuedRequest> queue(List<Object> answer) {
    List<QueuedRequest> queue = new ArrayList<>();
    for (Object entry : answer) {
      Rejected blocked = blocked(text(list(entry).get(9)));
      queue.add(
          new QueuedRequest(
              waiting(list(entry)), queue.size() + 1, blocked.blockedBy(), blocked.moreBlockers()));
    }
    return queue;
  }

  static Explanation explanation(List<Object> answer) {
    Rejected blocked = blocked(text(answer.get(0)));
    return new Explanation(
        blocked.blockedBy(), blocked.moreBlockers(), Integer.parseInt(text(answer.get(1))));
  }

  /** Blockers come as members of an event, so they are read as those of one. */
  private static Rejected blocked(String members) {
    String event =
        "{\"v\":1,\"type\":\"rejected\",\"seq\":1,\"at\":0,\"account\":\"a\",\"commandId\":\"c\","
            + "\"cause\":{\"partition\":0,\"offset\":0},\"reason\":\"CONFLICT\",\"message\":\"\""
            + members
            + "}";
    return (Rejected) EventCodec.decode(event.getBytes(StandardCharsets.UTF_8));
  }

  private static EndedRequest ended(List<Object> entry) {
    String[] id = text(entry.get(0)).split("\0", -1);
    return new EndedRequest(
        id[0],
        id[1],
        new Owner(text(entry.get(1)), orNull(text(entry.get(2)))),
        number(entry.get(3)),
        text(entry.get(4)),
        EventType.valueOf(text(entry.get(5)).toUpperCase(Locale.ROOT)),
        text(entry.get(6)),
        orNull(text(entry.get(7))));
  }

  private static RateWindow rateWindow(List<Object> entry) {
    String[] id = text(entry.get(0)).split("\0", -1);
    return new RateWindow(
        id[0], id[1], entry.subList(1, entry.size()).stream().map(StateAnswer::number).toList());
  }

  private static long number(Object value) {
    return Long.parseLong(text(value));
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
