package io.lockarbiter.lua.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A script, put together from its file and all includes that it needs, directly or through others.
 *
 * <p>Redis runs all of it with each call, and most of a small call is spent on making functions. So
 * those of an include that is marked rare are made when the first of them is called. What is called
 * most often is a local: to find it in its library takes longer than some of the calls.
 *
 * @param source as Redis gets it
 * @param sha1 of the source, 40 hexadecimal digits, as EVALSHA wants it
 */
record LuaScript(String name, String source, String sha1) {
  private static final String BEFORE_ALL =
      """
      local rare, make_rare = {}, nil
      setmetatable(rare, {__index = function(_, name)
        setmetatable(rare, nil)
        make_rare()
        return rare[name]
      end})
      """;

  /** Functions of Lua and Redis that are called so often that the way to them counts. */
  private static final List<String> LIBRARY =
      List.of("struct.pack", "struct.unpack", "string.sub", "string.byte", "redis.call");

  private static final String BEFORE_RARE = "function make_rare()\n";

  static LuaScript load(String name) {
    LuaSource script = LuaSource.script(name);
    List<LuaSource> includes = IncludeOrder.of(script, LuaSource::include);
    Set<String> always = new HashSet<>();
    addAlways(script, includes, always);
    LuaConstants constants = new LuaConstants();
    LIBRARY.forEach(function -> constants.put(function, local(function)));
    StringBuilder core = new StringBuilder();
    StringBuilder seldom = new StringBuilder();
    for (LuaSource include : includes) {
      if (!include.rare().isEmpty()) {
        include.rare().forEach(function -> constants.put(function, "rare." + function));
        String text = constants.copy().inline(include.text());
        seldom.append("do\n").append(text).append("end\n");
      } else {
        (always.contains(include.name()) ? core : seldom).append(constants.inline(include.text()));
      }
    }
    String body = constants.inline(script.body());
    String source =
        script.header()
            + library(core + body + seldom)
            + (seldom.isEmpty()
                ? core + body
                : BEFORE_ALL + core + BEFORE_RARE + seldom + "end\n" + body);
    return new LuaScript(name, source, sha1(source));
  }

  /** This one with another before it, which may end the call. */
  LuaScript after(LuaScript other) {
    String both = other.source + source;
    return new LuaScript(name, both, sha1(both));
  }

  /** What is used on some way on which nothing is rare. */
  private static void addAlways(LuaSource source, List<LuaSource> all, Set<String> always) {
    all.stream()
        .filter(include -> include.rare().isEmpty() && source.includes().contains(include.name()))
        .filter(include -> always.add(include.name()))
        .forEach(include -> addAlways(include, all, always));
  }

  private static String local(String function) {
    return function.replace('.', '_');
  }

  /** Makes those functions locals that are called. */
  private static String library(String code) {
    return LIBRARY.stream()
        .filter(function -> code.contains(local(function) + "("))
        .map(function -> "local " + local(function) + " = " + function + "\n")
        .collect(Collectors.joining());
  }

  private static String sha1(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
