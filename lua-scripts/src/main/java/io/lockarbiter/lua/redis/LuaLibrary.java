package io.lockarbiter.lua.redis;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scripts that decide and restore, as functions of one library for Redis 7 and Valkey. Views
 * and repairs are rare, so they are scripts everywhere.
 *
 * <p>Its name is a digest of its code, so each build finds its own, also amid a rolling upgrade.
 * Each function has a second form for a server above {@code maxmemory}.
 */
final class LuaLibrary {
  /** All libraries of all builds. */
  static final String NAMES = "lockarbiter_*";

  /** The library of this build. */
  static final LuaLibrary DECISIONS = of("decide", "restore");

  /**
   * While a library is loaded, nothing of Lua is at hand; so the first call makes the functions.
   */
  private static final String BEFORE_ALL =
      """
      local KEYS, ARGV
      local makers, made = {}, {}
      local function call(name, keys, argv)
        KEYS, ARGV = keys, argv
        made[name] = made[name] or makers[name]()
        return made[name]()
      end
      """;

  private static final String FUNCTION =
      """
      makers.%1$s = %2$s
      redis.register_function{function_name = '@NAME@_%1$s', description = '@DAY@', callback = function(keys, argv)
        return call('%1$s', keys, argv)
      end}
      redis.register_function{function_name = '@NAME@_%1$s_reserved', description = '@DAY@', flags = {'allow-oom'},
        callback = function(keys, argv)
        return call('reserve', keys, argv) or call('%1$s', keys, argv)
      end}
      """;

  private final String name;
  private final String code;

  private LuaLibrary(String name, String code) {
    this.name = name;
    this.code = code;
  }

  private static LuaLibrary of(String... scripts) {
    String functions =
        Stream.of(scripts)
            .map(script -> FUNCTION.formatted(script, LuaScript.load(script).maker()))
            .collect(Collectors.joining());
    String code = BEFORE_ALL + "makers.reserve = " + LuaScript.load("reserve").maker() + functions;
    String name = NAMES.replace("*", LuaScript.sha1(code).substring(0, 16));
    return new LuaLibrary(name, code.replace("@NAME@", name));
  }

  String name() {
    return name;
  }

  /**
   * The code as Redis gets it.
   *
   * @param day the day since 1970, which the functions have as their description
   */
  String code(long day) {
    return code.replace("@DAY@", Long.toString(day));
  }

  /** The function of a script that decides or restores. */
  String function(String script, boolean isReserved) {
    return name + "_" + script + (isReserved ? "_reserved" : "");
  }
}
