package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Runs scripts by their digest, loads those that the server has not, and never waits longer than
 * its deadline.
 */
final class ScriptRunner {
  private final RScript scripts;
  private final Duration timeout;

  ScriptRunner(RedissonClient redisson, Duration timeout) {
    this.scripts = redisson.getScript(ByteArrayCodec.INSTANCE);
    this.timeout = timeout;
  }

  List<Object> run(LuaScript script, List<Object> keys, Object[] arguments) {
    try {
      return await(
          script,
          scripts.evalShaAsync(
              RScript.Mode.READ_WRITE, script.sha1(), RScript.ReturnType.LIST, keys, arguments));
    } catch (RedisNoScriptException e) {
      return await(
          script,
          scripts.evalAsync(
              RScript.Mode.READ_WRITE, script.source(), RScript.ReturnType.LIST, keys, arguments));
    }
  }

  private List<Object> await(LuaScript script, RFuture<List<Object>> future) {
    try {
      return future.toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw unavailable(script, "did not answer within " + timeout.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(script, "was still at work when the thread was interrupted", e);
    } catch (ExecutionException | CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof RedisNoScriptException missing) {
        throw missing;
      }
      throw unavailable(script, "failed: " + cause.getMessage(), cause);
    }
  }

  private static StoreUnavailableException unavailable(
      LuaScript script, String what, Throwable cause) {
    return new StoreUnavailableException(
        "Redis: script "
            + script.name()
            + " "
            + what
            + "; whether it was applied is unknown. The call is safe to make again.",
        cause);
  }
}
