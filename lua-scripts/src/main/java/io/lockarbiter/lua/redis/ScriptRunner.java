package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.redisson.api.FunctionMode;
import org.redisson.api.FunctionResult;
import org.redisson.api.RFunction;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Runs scripts by their digest, or as functions where the server has functions; loads what the
 * server has not, and never waits longer than its deadline. Each call is sent once: the client
 * library sends no call after its deadline, and the caller decides whether to repeat a failed call.
 */
final class ScriptRunner {
  /** Redisson appends to a server's answer its channel, and the call with all its arguments. */
  private static final Pattern CLIENT_INTERNALS = Pattern.compile("(?s)\\.* channel: \\[.*");

  /**
   * Answers of a server that did not run a function: it knows none, not this one, or the user may
   * run none.
   */
  private static final Pattern NO_FUNCTION =
      Pattern.compile("unknown command .FCALL|Function not found|run the 'fcall' command");

  private final RScript scripts;
  private final RFunction functions;
  private final LibraryLoader loader;
  private final Duration timeout;

  /** First keys of the partitions whose server has no functions. */
  private final Set<Object> withoutFunctions = ConcurrentHashMap.newKeySet();

  ScriptRunner(RedissonClient redisson, Duration timeout) {
    this(redisson, timeout, () -> TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis()));
  }

  ScriptRunner(RedissonClient redisson, Duration timeout, LongSupplier today) {
    // Redisson's own time-out is later, so that there is one deadline.
    OptionalOptions options =
        OptionalOptions.defaults()
            .codec(ByteArrayCodec.INSTANCE)
            .retryAttempts(0)
            .timeout(timeout.multipliedBy(2));
    this.scripts = redisson.getScript(options);
    this.functions = redisson.getFunction(options);
    this.loader = new LibraryLoader(LuaLibrary.DECISIONS, functions, timeout, today);
    this.timeout = timeout;
  }

  List<Object> run(LuaScript script, List<Object> keys, Object[] arguments) {
    return new Call(script, keys, arguments).asScript();
  }

  /**
   * Runs a script that decides or restores: as a function, or as a script where the server has no
   * functions.
   *
   * @param function its name in the library
   */
  List<Object> run(LuaScript script, String function, List<Object> keys, Object[] arguments) {
    Call call = new Call(script, keys, arguments);
    Object partition = keys.get(0);
    if (loader.isNewDay()) {
      withoutFunctions.clear();
    }
    if (withoutFunctions.contains(partition)) {
      try {
        return call.bySha();
      } catch (RedisNoScriptException e) {
        // A server that did not run the script before may be another one, which has functions.
      }
    }
    try {
      List<Object> answer = call.asFunction(function);
      withoutFunctions.remove(partition);
      return answer;
    } catch (NoFunctionException e) {
      withoutFunctions.add(partition);
      return call.asScript();
    }
  }

  /** A call with its deadline. */
  private final class Call {
    private final LuaScript script;
    private final List<Object> keys;
    private final Object[] arguments;
    private final long deadline = System.nanoTime() + timeout.toNanos();

    Call(LuaScript script, List<Object> keys, Object[] arguments) {
      this.script = script;
      this.keys = keys;
      this.arguments = arguments;
    }

    List<Object> asScript() {
      try {
        return bySha();
      } catch (RedisNoScriptException e) {
        return await(
            scripts.evalAsync(
                RScript.Mode.READ_WRITE,
                script.source(),
                RScript.ReturnType.LIST,
                keys,
                arguments));
      }
    }

    List<Object> bySha() {
      return await(
          scripts.evalShaAsync(
              RScript.Mode.READ_WRITE, script.sha1(), RScript.ReturnType.LIST, keys, arguments));
    }

    List<Object> asFunction(String name) {
      long loads = loader.loadDaily();
      try {
        return fcall(name);
      } catch (NoFunctionException e) {
        if (!e.isMissing()) {
          throw e;
        }
        loader.loadAgain(loads);
        return fcall(name);
      }
    }

    private List<Object> fcall(String name) {
      return await(
          functions.callAsync(FunctionMode.WRITE, name, FunctionResult.LIST, keys, arguments));
    }

    private List<Object> await(RFuture<List<Object>> sent) {
      CompletableFuture<List<Object>> answer = sent.toCompletableFuture();
      try {
        return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        answer.cancel(true);
        throw unavailable(
            "did not answer within " + timeout.toMillis() + " ms (lockarbiter.redis.timeout)", e);
      } catch (InterruptedException e) {
        answer.cancel(true);
        Thread.currentThread().interrupt();
        throw unavailable("was still at work when the thread was interrupted", e);
      } catch (ExecutionException | CompletionException e) {
        throw failed(e.getCause() == null ? e : e.getCause());
      }
    }

    private RuntimeException failed(Throwable cause) {
      if (cause instanceof RedisNoScriptException missing) {
        return missing;
      }
      String said = text(cause);
      return NO_FUNCTION.matcher(said).find()
          ? new NoFunctionException(said)
          : unavailable("failed: " + said, cause);
    }

    private StoreUnavailableException unavailable(String what, Throwable cause) {
      return new StoreUnavailableException(
          "Redis: script %s %s".formatted(script.name(), what), cause);
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

  /** The server has no functions, or not this one; nothing was run. */
  private static final class NoFunctionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoFunctionException(String said) {
      super(said);
    }

    /** Says whether the server has functions, but not this one. */
    boolean isMissing() {
      return String.valueOf(getMessage()).contains("not found");
    }
  }
}
