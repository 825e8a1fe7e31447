package io.lockarbiter.lua.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A piece of Lua, with the names of the includes that it uses itself, from its lines {@code
 * -- @include a, b}.
 *
 * @param group the group of functions that are made together, see {@link LuaGroups}; empty for
 *     other files
 * @param late the functions of the group that it defines: those that its line {@code -- @late
 *     group: a, b} names instead of a {@code local}; empty for other files
 * @param includes the names in the order given
 * @param header the text before the first of those lines; empty if there are none
 * @param body the text after the first of those lines; all of the text if there are none
 */
record LuaSource(
    String name,
    String group,
    List<String> late,
    List<String> includes,
    String header,
    String body) {
  private static final String INCLUDE = "-- @include ";
  private static final Pattern LATE = Pattern.compile("-- @late (\\w+): (.+)");

  static LuaSource script(String name) {
    return parse(name, read("/lua/" + name + ".lua"));
  }

  /** An include: a rendered one, or the file of that name. */
  static LuaSource include(String name) {
    String rendered = RenderedLua.of(name);
    return parse(name, rendered == null ? read("/lua/includes/" + name + ".lua") : rendered);
  }

  static LuaSource parse(String name, String text) {
    String group = "";
    List<String> late = List.of();
    List<String> includes = new ArrayList<>();
    StringBuilder header = new StringBuilder();
    StringBuilder body = new StringBuilder();
    for (String line : text.lines().toList()) {
      Matcher marker = LATE.matcher(line);
      if (line.startsWith(INCLUDE)) {
        includes.addAll(names(line.substring(INCLUDE.length())));
      } else if (marker.matches()) {
        group = marker.group(1);
        late = names(marker.group(2));
      } else {
        (includes.isEmpty() ? header : body).append(line).append('\n');
      }
    }
    boolean isBody = includes.isEmpty();
    return new LuaSource(
        name,
        group,
        late,
        List.copyOf(includes),
        isBody ? "" : header.toString(),
        isBody ? header.toString() : body.toString());
  }

  /** The text without the lines of markers. */
  String text() {
    return header + body;
  }

  boolean isLate() {
    return !late.isEmpty();
  }

  private static List<String> names(String list) {
    return List.of(list.split(", ", -1));
  }

  private static String read(String resource) {
    try (InputStream in = LuaSource.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(
            resource + " is not on the class path; the build is incomplete");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
