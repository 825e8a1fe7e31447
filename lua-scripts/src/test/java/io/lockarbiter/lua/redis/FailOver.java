package io.lockarbiter.lua.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.redisson.api.RBucket;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Redis as a fail-over leaves it: just before a given script call, all that was written since an
 * earlier one is gone. Calls are counted from 1; used by one thread.
 */
public final class FailOver {
  private final RedisFixture redis;
  private final int partition;
  private final int kept;
  private final int lost;
  private final Map<String, Optional<byte[]>> replica = new LinkedHashMap<>();
  private int calls;

  /**
   * A fail-over.
   *
   * @param kept the call before which the replica received its last write
   * @param lost the first call that the replica, now master, is asked
   */
  public FailOver(RedisFixture redis, int partition, int kept, int lost) {
    this.redis = redis;
    this.partition = partition;
    this.kept = kept;
    this.lost = lost;
  }

  /** A store whose calls meet the fail-over. */
  public RedisLockStore store(int budget) {
    RedissonClient client = redis.redisson();
    RScript scripts = client.getScript(ByteArrayCodec.INSTANCE);
    RScript failing =
        proxy(
            RScript.class,
            (method, arguments) -> {
              if (method.getName().equals("evalShaAsync")) {
                beforeCall(++calls);
              }
              return method.invoke(scripts, arguments);
            });
    return redis.store(
        proxy(
            RedissonClient.class,
            (method, arguments) ->
                method.getName().equals("getScript") ? failing : method.invoke(client, arguments)),
        budget);
  }

  /** Number of script calls so far. */
  public int calls() {
    return calls;
  }

  private void beforeCall(int call) {
    if (call == kept) {
      for (Object key : PartitionKey.of("test", partition)) {
        byte[] content = bucket(key.toString()).isExists() ? bucket(key.toString()).dump() : null;
        replica.put(key.toString(), Optional.ofNullable(content));
      }
    }
    if (call == lost) {
      replica.forEach(
          (key, content) -> {
            bucket(key).delete();
            content.ifPresent(bytes -> bucket(key).restore(bytes));
          });
    }
  }

  private RBucket<byte[]> bucket(String key) {
    return redis.redisson().getBucket(key, ByteArrayCodec.INSTANCE);
  }

  private interface Call {
    Object to(Method method, Object[] arguments) throws ReflectiveOperationException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return call.to(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
