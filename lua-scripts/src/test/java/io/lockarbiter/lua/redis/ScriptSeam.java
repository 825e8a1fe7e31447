package io.lockarbiter.lua.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.redisson.api.RFunction;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisException;

/** Observes every call of a script or function between a store and Redis. */
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
            switch (method.getName()) {
              case "getScript" ->
                  around(
                      RScript.class,
                      "evalShaAsync",
                      client.getScript((OptionalOptions) arguments[0]));
              case "getFunction" -> {
                RFunction functions = client.getFunction((OptionalOptions) arguments[0]);
                yield hasFunctions(client)
                    ? around(RFunction.class, "callAsync", functions)
                    : functions;
              }
              default -> method.invoke(client, arguments);
            });
  }

  /** A server without functions refuses calls of them; that is not what a store is watched for. */
  private static boolean hasFunctions(RedissonClient client) {
    try {
      client.getFunction().list();
      return true;
    } catch (RedisException e) {
      return false;
    }
  }

  private <T> T around(Class<T> type, String call, T scripts) {
    return proxy(
        type,
        (method, arguments) -> {
          if (!method.getName().equals(call)) {
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
