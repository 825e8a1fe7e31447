package io.lockarbiter.lua.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Orders the includes that a script needs, directly or through others, so that each stands once and
 * after all includes that it uses. The order depends on the names alone.
 */
final class IncludeOrder {
  private final Function<String, LuaSource> reader;
  private final Map<String, LuaSource> done = new LinkedHashMap<>();
  private final Set<String> open = new LinkedHashSet<>();

  private IncludeOrder(Function<String, LuaSource> reader) {
    this.reader = reader;
  }

  /**
   * The includes of a script.
   *
   * @throws IllegalStateException if an include needs itself, directly or through others
   */
  static List<LuaSource> of(LuaSource script, Function<String, LuaSource> reader) {
    IncludeOrder order = new IncludeOrder(reader);
    script.includes().forEach(order::add);
    return List.copyOf(order.done.values());
  }

  private void add(String name) {
    if (done.containsKey(name)) {
      return;
    }
    if (!open.add(name)) {
      throw new IllegalStateException("includes use each other in a circle: " + circle(name));
    }
    LuaSource source = reader.apply(name);
    source.includes().forEach(this::add);
    open.remove(name);
    done.put(name, source);
  }

  private String circle(String name) {
    List<String> way = new ArrayList<>(open);
    return String.join(" -> ", way.subList(way.indexOf(name), way.size())) + " -> " + name;
  }
}
