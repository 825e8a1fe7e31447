package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EndedRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The acquires of a partition that ended a short time ago, so that a repeat finds its answer. */
final class RepeatMemory {
  private final Deque<EndedRequest> inOrder = new ArrayDeque<>();
  private final Map<LockKey, EndedRequest> byId = new HashMap<>();

  RepeatMemory copy() {
    RepeatMemory copy = new RepeatMemory();
    copy.inOrder.addAll(inOrder);
    copy.byId.putAll(byId);
    return copy;
  }

  void remember(EndedRequest ended) {
    inOrder.addLast(ended);
    byId.put(id(ended), ended);
  }

  /** Endings up to this time are forgotten; those at the present log time never are. */
  static long floorAt(long now, Settings settings) {
    return now - Math.max(1, settings.get(Setting.REPEAT_WINDOW_MS));
  }

  /** Drops the endings that are older than the repeat window. */
  void forget(long now, Settings settings) {
    while (!inOrder.isEmpty() && inOrder.getFirst().endedAt() <= floorAt(now, settings)) {
      byId.remove(id(inOrder.removeFirst()));
    }
  }

  private static LockKey id(EndedRequest ended) {
    return new LockKey(ended.account(), ended.lockId());
  }

  @Nullable EndedRequest find(String account, String lockId) {
    return byId.get(new LockKey(account, lockId));
  }

  List<EndedRequest> all() {
    return List.copyOf(inOrder);
  }
}
