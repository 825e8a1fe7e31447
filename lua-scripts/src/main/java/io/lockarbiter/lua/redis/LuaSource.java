package io.lockarbiter.lua.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of Lua, and the includes that it uses itself: those that its lines {@code -- @include a,
 * b} name.
 *
 * @param rare the functions that it defines and most calls never need, see {@link LuaScript}: those
 *     that its line {@code -- @rare a, b} names instead of a {@code local}; empty for other files
 * @param includes names in the order given
 * @param header what stands before the first of those lines; empty if there are none
 * @param body what stands after the first of those lines; all of the text if there are none
 */
record LuaSource(
    String name, List<String> rare, List<String> includes, String header, String body) {
  private static final String INCLUDE = "-- @include ";
  private static final String RARE = "-- @rare ";

  static LuaSource script(String name) {
    return parse(name, read("/lua/" + name + ".lua"));
  }

  /** An include: a rendered one, or the file of that name. */
  static LuaSource include(String name) {
    String rendered = RenderedLua.of(name);
    return parse(name, rendered == null ? read("/lua/includes/" + name + ".lua") : rendered);
  }

  static LuaSource parse(String name, String text) {
    List<String> rare = new ArrayList<>();
    List<String> includes = new ArrayList<>();
    StringBuilder header = new StringBuilder();
    StringBuilder body = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith(INCLUDE)) {
        includes.addAll(names(line, INCLUDE));
      } else if (line.startsWith(RARE)) {
        rare.addAll(names(line, RARE));
      } else {
        (includes.isEmpty() ? header : body).append(line).append('\n');
      }
    }
    boolean isBody = includes.isEmpty();
    return new LuaSource(
        name,
        List.copyOf(rare),
        List.copyOf(includes),
        isBody ? "" : header.toString(),
        isBody ? header.toString() : body.toString());
  }

  /** All of it but the lines of markers. */
  String text() {
    return header + body;
  }

  private static List<String> names(String line, String marker) {
    return List.of(line.substring(marker.length()).split(", ", -1));
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
