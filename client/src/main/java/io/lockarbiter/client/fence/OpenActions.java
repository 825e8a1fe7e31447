package io.lockarbiter.client.fence;

import io.lockarbiter.client.fence.memory.TraceKey;
import io.lockarbiter.contracts.lock.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The actions at work in an account. A later one waits only for earlier ones that conflict with it,
 * so no two wait for each other. Not thread-safe.
 */
final class OpenActions {
  private final Map<TraceKey, Set<OpenAction>> byTrace = new HashMap<>();
  private final Map<Long, Set<OpenAction>> byToken = new HashMap<>();
  private final Set<Thread> atWork = new HashSet<>();

  /** Says whether this thread is at work in the account; it would then wait for itself. */
  boolean isAtWork(Thread thread) {
    return atWork.contains(thread);
  }

  /**
   * Adds actions that were just admitted: O(depth) for each target, plus the actions to wait for.
   */
  OpenAction begin(List<FencingAction> actions) {
    OpenAction open = new OpenAction(actions, Thread.currentThread(), conflictingWith(actions));
    atWork.add(open.thread());
    traces(open).forEach(key -> add(byTrace, key, open));
    actions.forEach(action -> add(byToken, action.token(), open));
    return open;
  }

  /** Ends the work; actions that wait for it go on. */
  void end(OpenAction open) {
    atWork.remove(open.thread());
    traces(open).forEach(key -> remove(byTrace, key, open));
    open.actions().forEach(action -> remove(byToken, action.token(), open));
    open.end();
  }

  /** Number of traces of open actions. */
  int size() {
    return byTrace.size() + byToken.size() + atWork.size();
  }

  private Set<OpenAction> conflictingWith(List<FencingAction> actions) {
    Set<OpenAction> conflicting = new LinkedHashSet<>();
    for (FencingAction action : actions) {
      byToken.getOrDefault(action.token(), Set.of()).stream()
          .filter(open -> open.isOtherRunOf(action))
          .forEach(conflicting::add);
      for (Target target : action.targets()) {
        for (TraceKey.Conflicting other : TraceKey.conflictingWith(target)) {
          conflicting.addAll(byTrace.getOrDefault(other.key(), Set.of()));
        }
      }
    }
    return conflicting;
  }

  private static Stream<TraceKey> traces(OpenAction open) {
    return open.actions().stream()
        .flatMap(action -> action.targets().stream())
        .flatMap(target -> TraceKey.tracesOf(target).stream());
  }

  private static <K> void add(Map<K, Set<OpenAction>> index, K key, OpenAction open) {
    index.computeIfAbsent(key, none -> new HashSet<>()).add(open);
  }

  private static <K> void remove(Map<K, Set<OpenAction>> index, K key, OpenAction open) {
    index.computeIfPresent(
        key,
        (same, among) -> {
          among.remove(open);
          return among.isEmpty() ? null : among;
        });
  }
}
