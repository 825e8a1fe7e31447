package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.List;
import org.redisson.client.RedisOutOfMemoryException;

/**
 * A script that also runs above {@code maxmemory}, out of the reserve that {@code reserve.lua}
 * grants.
 */
final class WithReserve {
  private static final LuaScript RESERVE = LuaScript.load("reserve");

  private final LuaScript script;
  private final LuaScript reserved;

  private WithReserve(LuaScript script) {
    this.script = script;
    this.reserved = script.after(RESERVE);
  }

  static WithReserve load(String name) {
    return new WithReserve(LuaScript.load(name));
  }

  /** Redis refuses a function, or only a script's first write; so nothing was applied yet. */
  List<Object> run(ScriptRunner runner, List<Object> keys, Object[] arguments) {
    try {
      return runner.run(script, function(false), keys, arguments);
    } catch (StoreUnavailableException e) {
      if (e.getCause() instanceof RedisOutOfMemoryException) {
        return runner.run(reserved, function(true), keys, arguments);
      }
      throw e;
    }
  }

  private String function(boolean isReserved) {
    return LuaLibrary.DECISIONS.function(script.name(), isReserved);
  }
}
