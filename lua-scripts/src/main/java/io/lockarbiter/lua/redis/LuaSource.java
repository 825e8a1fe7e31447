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
 * @param includes names in the order given
 * @param header what stands before the first of those lines; empty if there are none
 * @param body what stands after the first of those lines; all of the text if there are none
 */
record LuaSource(String name, List<String> includes, String header, String body) {
  private static final String INCLUDE = "-- @include ";

  static LuaSource script(String name) {
    return parse(name, read("/lua/" + name + ".lua"));
  }

  /** An include: a rendered one, or the file of that name. */
  static LuaSource include(String name) {
    String rendered = RenderedLua.of(name);
    return parse(name, rendered == null ? read("/lua/includes/" + name + ".lua") : rendered);
  }

  static LuaSource parse(String name, String text) {
    List<String> includes = new ArrayList<>();
    StringBuilder header = new StringBuilder();
    StringBuilder body = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith(INCLUDE)) {
        includes.addAll(List.of(line.substring(INCLUDE.length()).split(", ", -1)));
      } else {
        (includes.isEmpty() ? header : body).append(line).append('\n');
      }
    }
    return includes.isEmpty()
        ? new LuaSource(name, List.of(), "", header.toString())
        : new LuaSource(name, List.copyOf(includes), header.toString(), body.toString());
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
