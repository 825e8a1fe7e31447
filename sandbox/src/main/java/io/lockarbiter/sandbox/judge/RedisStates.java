package io.lockarbiter.sandbox.judge;

import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** What Redis has of each partition, each read in one go, so that it may be read under load. */
public final class RedisStates {
  private static final String DEPLOYMENT = "lockarbiter";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Reading does not ask whose state it is. */
  private static final LogIdentity ANY = new LogIdentity("soak", "soak", "soak");

  private RedisStates() {}

  /**
   * The states now, by partition.
   *
   * @throws IllegalStateException if a partition has none, or half of one
   */
  public static List<PartitionState> read(String address, int partitions) {
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(address)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    RedissonClient redisson = Redisson.create(config);
    try {
      RedisLockStore store = new RedisLockStore(redisson, DEPLOYMENT, ANY, TIMEOUT);
      return IntStream.range(0, partitions).mapToObj(each -> state(store, each)).toList();
    } finally {
      redisson.shutdown();
    }
  }

  private static PartitionState state(RedisLockStore store, int partition) {
    PartitionState state = store.state(partition);
    if (state == null) {
      throw new IllegalStateException(
          "partition %d has no state in Redis, or half of one".formatted(partition));
    }
    return state;
  }
}
