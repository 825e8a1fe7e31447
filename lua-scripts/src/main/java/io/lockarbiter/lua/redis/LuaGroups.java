package io.lockarbiter.lua.redis;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the functions of a script only when they are needed. Redis runs all of a script with each
 * call, and most of a small call is spent on making functions, of which it needs few.
 *
 * <p>The late functions of a group are made, as the table {@code late.group}, when the first of
 * them is asked for; together with what they alone need, and after what several groups share.
 */
final class LuaGroups {
  /**
   * Stands for the script among the users of an include; the includes that it needs are always
   * made.
   */
  private static final String SCRIPT = "script";

  private static final String SHARED = "shared";

  private static final String BEFORE_ALL =
      """
      local late, make = {}, {}
      setmetatable(late, {__index = function(_, group)
        if not make[group] then
          make.shared()
        end
        make[group]()
        return late[group]
      end})
      """;

  private final Map<String, LuaSource> includes = new LinkedHashMap<>();

  /** The users of each include that reach it without a late function. */
  private final Map<String, Set<String>> users = new HashMap<>();

  private final Map<String, String> texts;

  /**
   * @param includes the includes in the order in which they stand
   * @param texts their texts as Redis gets them, by name
   */
  LuaGroups(LuaSource script, List<LuaSource> includes, Map<String, String> texts) {
    includes.forEach(include -> this.includes.put(include.name(), include));
    this.texts = texts;
    addUser(script, SCRIPT);
    late().forEach(include -> users.put(include.name(), Set.of(include.group())));
    late().forEach(include -> addUser(include, include.group()));
  }

  private void addUser(LuaSource source, String user) {
    source.includes().stream()
        .map(includes::get)
        .filter(include -> !include.isLate())
        .filter(include -> users.computeIfAbsent(include.name(), n -> new TreeSet<>()).add(user))
        .forEach(include -> addUser(include, user));
  }

  /** The name by which other groups call a function of a group. */
  static String name(String group, String function) {
    return "late." + group + "." + function;
  }

  /** The text of all includes in their order, with the late functions in their groups. */
  String text() {
    if (late().findAny().isEmpty()) {
      return textOf(SCRIPT);
    }
    StringBuilder text = new StringBuilder(BEFORE_ALL).append(textOf(SCRIPT));
    groups(group -> !usesShared(group)).forEach(group -> text.append(maker(group)));
    String shared = groups(this::usesShared).map(this::maker).collect(Collectors.joining());
    if (!shared.isEmpty()) {
      text.append("function make.shared()\n").append(textOf(SHARED)).append(shared).append("end\n");
    }
    return text.toString();
  }

  private String maker(String group) {
    List<String> functions = lateOf(group).flatMap(include -> include.late().stream()).toList();
    return "function make.%s()\nlocal %s\n%slate.%s = {%s}\nend\n"
        .formatted(
            group,
            String.join(", ", functions),
            textOf(group),
            group,
            functions.stream().map(name -> name + " = " + name).collect(Collectors.joining(", ")));
  }

  /** The text of all includes that are made in one place. */
  private String textOf(String place) {
    return includes.values().stream()
        .filter(include -> place(include).equals(place))
        .map(include -> include.isLate() ? block(include) : text(include))
        .collect(Collectors.joining());
  }

  private String text(LuaSource include) {
    return texts.getOrDefault(include.name(), "");
  }

  private String block(LuaSource include) {
    return "do\n" + text(include) + "end\n";
  }

  private String place(LuaSource include) {
    Set<String> of = users.get(include.name());
    return of.contains(SCRIPT) ? SCRIPT : of.size() > 1 ? SHARED : of.iterator().next();
  }

  private boolean usesShared(String group) {
    return includes.values().stream()
        .filter(include -> place(include).equals(group))
        .flatMap(include -> include.includes().stream())
        .anyMatch(name -> place(includes.get(name)).equals(SHARED));
  }

  private Stream<String> groups(Predicate<String> which) {
    return late().map(LuaSource::group).distinct().filter(which);
  }

  private Stream<LuaSource> lateOf(String group) {
    return late().filter(include -> include.group().equals(group));
  }

  private Stream<LuaSource> late() {
    return includes.values().stream().filter(LuaSource::isLate);
  }
}
