package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.trial.bench.decide.RedisFigures;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;

/**
 * Stands between a store and its Redis and notes what each script call takes; used by one thread.
 * The server tells the time of all script calls together, so it is asked after each.
 */
final class CallWatch {
  private static final int SHA1_BYTES = 40;

  private final RedisFigures figures;
  private final MainThread server;
  private List<ScriptCall> calls = new ArrayList<>();
  private boolean isWatching;

  CallWatch(RedisFigures figures) {
    this.figures = figures;
    this.server = MainThread.of(figures.processId());
  }

  /** The calls made while something runs. */
  List<ScriptCall> during(Runnable work) {
    calls = new ArrayList<>();
    isWatching = true;
    try {
      work.run();
    } finally {
      isWatching = false;
    }
    return calls;
  }

  /** A client whose script calls are watched. */
  RedissonClient around(RedissonClient client) {
    return proxy(
        RedissonClient.class,
        (method, arguments) ->
            method.getName().equals("getScript")
                ? around(client.getScript((OptionalOptions) arguments[0]))
                : method.invoke(client, arguments));
  }

  private RScript around(RScript scripts) {
    return proxy(
        RScript.class,
        (method, arguments) ->
            isWatching && method.getName().equals("evalShaAsync")
                ? watched(scripts, method, arguments)
                : method.invoke(scripts, arguments));
  }

  private Object watched(RScript scripts, Method method, Object[] arguments)
      throws ReflectiveOperationException {
    long wallBefore = figures.scriptMicroseconds();
    long processorBefore = server.nanoseconds();
    RFuture<?> sent = (RFuture<?>) method.invoke(scripts, arguments);
    Object reply = sent.toCompletableFuture().exceptionally(e -> null).join();
    long processor = server.nanoseconds() - processorBefore;
    long wall = figures.scriptMicroseconds() - wallBefore;
    int last = arguments.length - 1;
    long bytesIn = SHA1_BYTES + bytes(arguments[last - 1]) + bytes(arguments[last]);
    calls.add(
        new ScriptCall(wall, processorBefore < 0 ? -1 : processor / 1000, bytesIn, bytes(reply)));
    return sent;
  }

  private static long bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    if (value instanceof Object[] values) {
      return bytes(Arrays.asList(values));
    }
    if (value instanceof List<?> values) {
      return values.stream().mapToLong(CallWatch::bytes).sum();
    }
    return value == null ? 0 : value.toString().length();
  }

  /** The action of a proxy instead of a call. */
  private interface Answer {
    Object to(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return answer.to(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
