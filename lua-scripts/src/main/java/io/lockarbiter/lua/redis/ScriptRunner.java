package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Runs scripts by their digest, loads those that the server has not, and never waits longer than
 * its deadline. Each call is sent once: the client library sends no call after its deadline, and
 * the caller decides whether to repeat a failed call.
 */
final class ScriptRunner {
  /** Redisson appends to a server's answer its channel, and the call with all its arguments. */
  private static final Pattern CLIENT_INTERNALS = Pattern.compile("(?s)\\.* channel: \\[.*");

  private final RScript scripts;
  private final Duration timeout;

  ScriptRunner(RedissonClient redisson, Duration timeout) {
    // Redisson's own time-out is later, so that there is one deadline.
    this.scripts =
        redisson.getScript(
            OptionalOptions.defaults()
                .codec(ByteArrayCodec.INSTANCE)
                .retryAttempts(0)
                .timeout(timeout.multipliedBy(2)));
    this.timeout = timeout;
  }

  List<Object> run(LuaScript script, List<Object> keys, Object[] arguments) {
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      return await(
          script,
          scripts.evalShaAsync(
              RScript.Mode.READ_WRITE, script.sha1(), RScript.ReturnType.LIST, keys, arguments),
          deadline);
    } catch (RedisNoScriptException e) {
      return await(
          script,
          scripts.evalAsync(
              RScript.Mode.READ_WRITE, script.source(), RScript.ReturnType.LIST, keys, arguments),
          deadline);
    }
  }

  private List<Object> await(LuaScript script, RFuture<List<Object>> sent, long deadline) {
    CompletableFuture<List<Object>> answer = sent.toCompletableFuture();
    try {
      return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw unavailable(
          script,
          "did not answer within " + timeout.toMillis() + " ms (lockarbiter.redis.timeout)",
          e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw unavailable(script, "was still at work when the thread was interrupted", e);
    } catch (ExecutionException | CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof RedisNoScriptException missing) {
        throw missing;
      }
      throw unavailable(script, "failed: " + text(cause), cause);
    }
  }

  /** The server's message; if the client library failed, its message and the root cause's. */
  private static String text(Throwable cause) {
    String said = CLIENT_INTERNALS.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == cause ? said : said + ": " + root.getMessage();
  }

  private static StoreUnavailableException unavailable(
      LuaScript script, String what, Throwable cause) {
    return new StoreUnavailableException(
        "Redis: script %s %s".formatted(script.name(), what), cause);
  }
}
