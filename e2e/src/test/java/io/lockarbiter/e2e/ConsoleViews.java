package io.lockarbiter.e2e;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The console's views of an account as text: once from the console's answers, once counted from the
 * locks and requests that {@code audit state} reports.
 */
final class ConsoleViews {
  private static final List<String> COUNTS =
      List.of("held", "heldBelow", "waiting", "waitingBelow");

  private ConsoleViews() {}

  /** The locks and requests of {@code /api/locks}, kept up to date by events. */
  static String locks(Map<String, String> held, Iterable<String> waiting) {
    return "held:\n"
        + String.join("\n", held.values())
        + "\nwaiting:\n"
        + String.join("\n", waiting);
  }

  /** The same, from an audit. */
  static String locks(JsonNode state) {
    Map<String, String> held = new TreeMap<>();
    state
        .path("locks")
        .forEach(lock -> held.put(lock.path("lockId").asString(), ReadLocks.line(lock)));
    List<String> waiting = new ArrayList<>();
    state.path("waiting").forEach(request -> waiting.add(ReadLocks.line(request)));
    return locks(held, waiting);
  }

  /** An answer of {@code /api/tree}. */
  static String tree(JsonNode tree) {
    StringBuilder text = new StringBuilder();
    JsonNode hottest = tree.path("hottest");
    text.append(tree.path("held").asInt()).append(" held, ");
    text.append(tree.path("waiting").asInt()).append(" waiting, hottest ");
    text.append(hottest.path("path").asString("-")).append(' ');
    text.append(hottest.path("waiting").asInt(0)).append('\n');
    for (JsonNode level : tree.path("levels")) {
      TreeSet<String> locks = new TreeSet<>();
      level.path("locks").forEach(lock -> locks.add(lock.path("lockId").asString()));
      text.append(level.path("path").asString()).append(' ').append(locks).append(counts(level));
      Map<String, String> children = new TreeMap<>();
      level
          .path("children")
          .forEach(child -> children.put(child.path("name").asString(), counts(child)));
      children.forEach((name, counts) -> text.append("  ").append(name).append(counts));
    }
    return text.toString();
  }

  private static String counts(JsonNode of) {
    StringBuilder text = new StringBuilder();
    for (String name : COUNTS) {
      Map<String, Integer> counts = new TreeMap<>();
      of.path(name).properties().forEach(c -> counts.put(c.getKey(), c.getValue().asInt()));
      text.append(' ').append(name).append(counts);
    }
    return text.append('\n').toString();
  }

  /** The same levels, from an audit. */
  static String tree(JsonNode state, List<String> levels) {
    List<At> targets = targets(state);
    StringBuilder text = new StringBuilder();
    text.append(state.path("locks").size()).append(" held, ");
    text.append(state.path("waiting").size()).append(" waiting, hottest ");
    text.append(hottest(targets)).append('\n');
    for (String level : levels) {
      LockPath path = LockPath.of(level);
      TreeSet<String> locks = new TreeSet<>();
      TreeMap<String, LockPath> children = new TreeMap<>();
      for (At target : targets) {
        if (target.path.equals(path)) {
          locks.add(target.lockId);
        } else if (path.isAbove(target.path)) {
          String prefix = level.equals("/") ? level : level + "/";
          String name = target.path.toString().substring(prefix.length()).split("/", 2)[0];
          children.put(name, LockPath.of(prefix + name));
        }
      }
      text.append(level).append(' ').append(locks).append(counts(targets, path));
      children.forEach(
          (name, child) -> text.append("  ").append(name).append(counts(targets, child)));
    }
    return text.toString();
  }

  /** A target of a held lock or a waiting request. */
  private record At(String lockId, LockPath path, Mode mode, boolean waiting) {}

  private static List<At> targets(JsonNode state) {
    List<At> targets = new ArrayList<>();
    for (String part : List.of("locks", "waiting")) {
      for (JsonNode lock : state.path(part)) {
        for (JsonNode target : lock.path("targets")) {
          targets.add(
              new At(
                  lock.path("lockId").asString(),
                  LockPath.of(target.path("path").asString()),
                  Mode.valueOf(target.path("mode").asString()),
                  part.equals("waiting")));
        }
      }
    }
    return targets;
  }

  private static String counts(List<At> targets, LockPath path) {
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (At target : targets) {
      boolean below = path.isAbove(target.path);
      if (below || path.equals(target.path)) {
        String name = (target.waiting ? "waiting" : "held") + (below ? "Below" : "");
        counts
            .computeIfAbsent(name, n -> new TreeMap<>())
            .merge(target.mode.name(), 1, Integer::sum);
      }
    }
    StringBuilder text = new StringBuilder();
    for (String name : COUNTS) {
      text.append(' ').append(name).append(counts.getOrDefault(name, Map.of()));
    }
    return text.append('\n').toString();
  }

  /** Returns the deepest folder with more than half of all waiting targets. */
  private static String hottest(List<At> targets) {
    Map<LockPath, Integer> waiting = new TreeMap<>();
    for (At target : targets) {
      if (target.waiting) {
        waiting.merge(target.path, 1, Integer::sum);
        target.path.ancestors().forEach(above -> waiting.merge(above, 1, Integer::sum));
      }
    }
    String hottest = "- 0";
    int depth = 0;
    for (Map.Entry<LockPath, Integer> one : waiting.entrySet()) {
      boolean hasMost = 2 * one.getValue() > waiting.getOrDefault(LockPath.ROOT, 0);
      if (hasMost && one.getKey().depth() > depth) {
        depth = one.getKey().depth();
        hottest = one.getKey() + " " + one.getValue();
      }
    }
    return hottest;
  }
}
