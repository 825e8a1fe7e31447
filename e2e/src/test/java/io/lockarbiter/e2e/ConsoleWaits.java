package io.lockarbiter.e2e;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Wait chains as text: once from the console's answer, once by comparing each request that {@code
 * audit state} reports with all held locks and all earlier requests. Only for requests without
 * {@code holding}.
 */
final class ConsoleWaits {
  private ConsoleWaits() {}

  /** An answer of {@code /api/waits}. */
  static String text(JsonNode waits) {
    Map<Integer, String> waiters = new TreeMap<>();
    for (JsonNode waiter : waits.path("waiters")) {
      waiters.put(
          waiter.path("position").asInt(),
          line(
              waiter.path("lock").path("lockId").asString(),
              waiter.path("heldInTheWay").asInt(),
              waiter.path("earlierInTheWay").asInt()));
    }
    Map<String, String> roots = new TreeMap<>();
    for (JsonNode root : waits.path("roots")) {
      roots.put(
          root.path("lock").path("lockId").asString(),
          root(
              root.path("directly").asInt(),
              root.path("inAll").asInt(),
              root.path("since").asLong()));
    }
    return text(waiters, roots);
  }

  private static String line(String lockId, int held, int earlier) {
    return "%s behind %d held and %d that wait%n".formatted(lockId, held, earlier);
  }

  private static String root(int directly, int inAll, long since) {
    return "holds up %d, %d in all, since %d%n".formatted(directly, inAll, since);
  }

  private static String text(Map<Integer, String> waiters, Map<String, String> roots) {
    StringBuilder text = new StringBuilder();
    waiters.forEach((position, line) -> text.append(position).append(' ').append(line));
    roots.forEach((lockId, line) -> text.append(lockId).append(' ').append(line));
    return text.toString();
  }

  /** A held lock or a waiting request. */
  private record Live(String lockId, String owner, List<Target> targets, long since) {
    static Live of(JsonNode lock) {
      List<Target> targets = new ArrayList<>();
      lock.path("targets")
          .forEach(
              target ->
                  targets.add(
                      new Target(
                          LockPath.of(target.path("path").asString()),
                          Mode.valueOf(target.path("mode").asString()))));
      String owner = lock.path("subAccount").asString() + '/' + lock.path("session").asString("");
      return new Live(
          lock.path("lockId").asString(), owner, targets, lock.path("requestedAt").asLong(0));
    }

    boolean isInTheWayOf(Live request) {
      return !owner.equals(request.owner)
          && request.targets.stream()
              .anyMatch(ours -> targets.stream().anyMatch(theirs -> conflict(ours, theirs)));
    }

    private static boolean conflict(Target ours, Target theirs) {
      Relation relation = ours.path().relationOf(theirs.path());
      return relation != null && Compatibility.conflictsWith(ours.mode(), relation, theirs.mode());
    }
  }

  private static final class Root {
    private int directly;
    private int inAll;
    private long since = Long.MAX_VALUE;
  }

  /** The same, from an audit. */
  static String expected(JsonNode state) {
    List<Live> held = new ArrayList<>();
    state.path("locks").forEach(lock -> held.add(Live.of(lock)));
    List<Live> waiting = new ArrayList<>();
    state.path("waiting").forEach(request -> waiting.add(Live.of(request)));
    Map<String, Root> roots = new TreeMap<>();
    List<Set<String>> rootsOf = new ArrayList<>();
    Map<Integer, String> waiters = new TreeMap<>();
    for (Live request : waiting) {
      Set<String> own = new LinkedHashSet<>();
      held.stream()
          .filter(lock -> lock.isInTheWayOf(request))
          .forEach(lock -> own.add(lock.lockId));
      own.forEach(lockId -> roots.computeIfAbsent(lockId, id -> new Root()).directly++);
      int inTheWay = own.size();
      int earlier = 0;
      for (int n = 0; n < rootsOf.size(); n++) {
        if (waiting.get(n).isInTheWayOf(request)) {
          earlier++;
          own.addAll(rootsOf.get(n));
        }
      }
      for (String lockId : own) {
        Root root = roots.computeIfAbsent(lockId, id -> new Root());
        root.inAll++;
        root.since = Math.min(root.since, request.since);
      }
      rootsOf.add(own);
      waiters.put(rootsOf.size(), line(request.lockId, inTheWay, earlier));
    }
    Map<String, String> lines = new TreeMap<>();
    roots.forEach((lockId, one) -> lines.put(lockId, root(one.directly, one.inAll, one.since)));
    return text(waiters, lines);
  }
}
