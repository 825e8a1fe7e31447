package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.ScriptReply.list;
import static io.lockarbiter.lua.redis.ScriptReply.number;
import static io.lockarbiter.lua.redis.ScriptReply.text;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.redis.ScriptReply.Ended;
import io.lockarbiter.lua.redis.ScriptReply.Explained;
import io.lockarbiter.lua.redis.ScriptReply.Header;
import io.lockarbiter.lua.redis.ScriptReply.Lock;
import io.lockarbiter.lua.redis.ScriptReply.State;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.RateWindow;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
            .map(entry -> waiting(list(entry)))
            .sorted(Comparator.comparingLong(WaitingRequest::arrival))
            .toList();
    List<EndedRequest> ended =
        list(reply, State.ENDED).stream().map(entry -> ended(list(entry))).toList();
    List<RateWindow> rates =
        list(reply, State.RATES).stream()
            .map(entry -> rateWindow(list(entry)))
            .filter(window -> !window.acquiredAt().isEmpty())
            .sorted(Comparator.comparing(RateWindow::account).thenComparing(RateWindow::subAccount))
            .toList();
    return new PartitionState(
        header(list(reply, State.HEADER)), List.copyOf(held), waiting, ended, rates);
  }

  static List<HeldLock> locks(List<Object> reply) {
    return reply.stream().map(entry -> lock(list(entry))).toList();
  }

  private static HeldLock lock(List<Object> entry) {
    return new HeldLock(
        LockJson.unquote(text(entry, Lock.ACCOUNT_JSON)),
        fields(entry),
        orNull(text(entry, Lock.REPLY_TO)),
        number(entry, Lock.TOKEN_OR_ARRIVAL),
        number(entry, Lock.GRANTED_OR_REQUESTED_AT),
        number(entry, Lock.EXPIRES_AT_OR_DEADLINE),
        number(entry, Lock.WAITED_MS));
  }

  private static WaitingRequest waiting(List<Object> entry) {
    return new WaitingRequest(
        LockJson.unquote(text(entry, Lock.ACCOUNT_JSON)),
        fields(entry),
        orNull(text(entry, Lock.REPLY_TO)),
        number(entry, Lock.TOKEN_OR_ARRIVAL),
        number(entry, Lock.GRANTED_OR_REQUESTED_AT),
        number(entry, Lock.EXPIRES_AT_OR_DEADLINE));
  }

  private static LockFields fields(List<Object> entry) {
    return LockJson.fields(
        text(entry, Lock.LOCK_ID_JSON), text(entry, Lock.HEAD_JSON), text(entry, Lock.TAIL_JSON));
  }

  static List<QueuedRequest> queue(List<Object> reply) {
    List<QueuedRequest> queue = new ArrayList<>();
    for (Object entry : reply) {
      BlockedBy blocked = LockJson.blockedBy(text(list(entry), Lock.BLOCKERS));
      queue.add(
          new QueuedRequest(
              waiting(list(entry)), queue.size() + 1, blocked.listed(), blocked.more()));
    }
    return queue;
  }

  static Explanation explanation(List<Object> reply) {
    BlockedBy blocked = LockJson.blockedBy(text(reply, Explained.BLOCKERS));
    return new Explanation(
        blocked.listed(), blocked.more(), (int) number(reply, Explained.WAITING));
  }

  private static EndedRequest ended(List<Object> entry) {
    String[] id = text(entry, Ended.ID).split("\0", -1);
    return new EndedRequest(
        id[0],
        id[1],
        new Owner(text(entry, Ended.SUB_ACCOUNT), orNull(text(entry, Ended.SESSION))),
        number(entry, Ended.ENDED_AT),
        text(entry, Ended.DIGEST),
        EventType.valueOf(text(entry, Ended.TYPE).toUpperCase(Locale.ROOT)),
        "\"reason\":\"" + text(entry, Ended.REASON) + "\"" + text(entry, Ended.DETAILS),
        orNull(text(entry, Ended.REPLY_TO)));
  }

  private static RateWindow rateWindow(List<Object> entry) {
    List<String> texts = entry.stream().map(RedisLockStore::text).toList();
    String[] id = texts.get(0).split("\0", -1);
    return new RateWindow(
        id[0], id[1], texts.subList(1, texts.size()).stream().map(Long::valueOf).toList());
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
