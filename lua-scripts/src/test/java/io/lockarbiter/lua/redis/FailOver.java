package io.lockarbiter.lua.redis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.redisson.api.RBucket;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Simulates a fail-over of Redis: just before a given script call, all writes since an earlier call
 * are lost. Calls are counted from 1; used by one thread.
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
   * @param lost the first call that reaches the replica, which is now master
   */
  public FailOver(RedisFixture redis, int partition, int kept, int lost) {
    this.redis = redis;
    this.partition = partition;
    this.kept = kept;
    this.lost = lost;
  }

  /** A store whose calls go through the fail-over. */
  public RedisLockStore store(CallBounds bounds) {
    ScriptSeam seam =
        new ScriptSeam() {
          @Override
          public void before() {
            beforeCall(++calls);
          }
        };
    return redis.store(seam.around(redis.redisson()), bounds);
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
}
