package io.lockarbiter.lua.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;

/** Observes every script call between a store and Redis. */
interface ScriptSeam {
  /** Runs before a call is made. */
  default void before() {}

  /**
   * Runs after a call was answered.
   *
   * @param arguments {@code ARGV}, each a byte array
   */
  default void after(Object[] arguments, List<Object> reply) {}

  /**
   * A client whose script calls pass through this seam; it does not see calls of scripts that are
   * not loaded yet.
   */
  default RedissonClient around(RedissonClient client) {
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
        (method, arguments) -> {
          if (!method.getName().equals("evalShaAsync")) {
            return method.invoke(scripts, arguments);
          }
          before();
          RFuture<List<Object>> future = future(method.invoke(scripts, arguments));
          List<Object> reply = future.toCompletableFuture().exceptionally(e -> List.of()).join();
          after((Object[]) arguments[arguments.length - 1], reply);
          return future;
        });
  }

  @SuppressWarnings("unchecked")
  private static RFuture<List<Object>> future(Object made) {
    return (RFuture<List<Object>>) made;
  }

  /** The answer of a proxy instead of a call. */
  interface Answer {
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
