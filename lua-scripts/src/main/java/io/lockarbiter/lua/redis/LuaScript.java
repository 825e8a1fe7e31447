package io.lockarbiter.lua.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A script, put together from its file and all includes that it needs, directly or through others.
 * The functions that are called most are locals, because looking one up in its library takes longer
 * than some of the calls.
 *
 * @param source the text that Redis gets
 * @param sha1 the digest of the source for EVALSHA, 40 hexadecimal digits
 * @param maker the same as a function of a library, see {@link LuaFunction}
 */
record LuaScript(String name, String source, String sha1, String maker) {
  /**
   * Functions of Lua and Redis that are called so often that the look-up in their library counts.
   */
  private static final List<String> LIBRARY =
      List.of("struct.pack", "struct.unpack", "string.sub", "string.byte", "redis.call");

  static LuaScript load(String name) {
    LuaSource script = LuaSource.script(name);
    List<LuaSource> includes = IncludeOrder.of(script, LuaSource::include);
    LuaConstants constants = new LuaConstants();
    LIBRARY.forEach(function -> constants.put(function, local(function)));
    Map<String, String> texts = new HashMap<>();
    includes.forEach(include -> texts.put(include.name(), inlined(include, constants)));
    String body = constants.inline(script.body());
    String code = new LuaGroups(script, includes, texts).text() + body;
    String source = script.header() + "local KEYS, ARGV = KEYS, ARGV\n" + library(code) + code;
    texts.replaceAll((include, text) -> LuaFunction.renewed(text));
    String renewed = library(code) + new LuaGroups(script, includes, texts).text();
    return new LuaScript(name, source, sha1(source), LuaFunction.maker(renewed, body));
  }

  /**
   * The text with constants replaced. A late include has constants of its own; other includes know
   * its functions by other names.
   */
  private static String inlined(LuaSource include, LuaConstants constants) {
    if (!include.isLate()) {
      return constants.inline(include.text());
    }
    String text = constants.copy().inline(include.text());
    include
        .late()
        .forEach(function -> constants.put(function, LuaGroups.name(include.group(), function)));
    return text;
  }

  /** This script with another before it, which may end the call. */
  LuaScript after(LuaScript other) {
    String both = other.source + source;
    return new LuaScript(name, both, sha1(both), maker);
  }

  private static String local(String function) {
    return function.replace('.', '_');
  }

  /** Makes locals of the library functions that are called. */
  private static String library(String code) {
    return LIBRARY.stream()
        .filter(function -> code.contains(local(function) + "("))
        .map(function -> "local " + local(function) + " = " + function + "\n")
        .collect(Collectors.joining());
  }

  /** The digest of a text, 40 hexadecimal digits. */
  static String sha1(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
