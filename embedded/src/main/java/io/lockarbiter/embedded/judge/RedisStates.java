package io.lockarbiter.embedded.judge;

import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.PartitionState;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/**
 * Reads the state of partitions in Redis, each in a single call, so that it can be read under load.
 */
public final class RedisStates implements AutoCloseable {
  private static final String DEPLOYMENT = "lockarbiter";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The identity is not checked when reading. */
  private static final LogIdentity ANY = new LogIdentity("soak", "soak", "soak");

  private final RedissonClient redisson;
  private final RedisLockStore store;

  RedisStates(String address) {
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(address)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    redisson = Redisson.create(config);
    store = new RedisLockStore(redisson, DEPLOYMENT, ANY, TIMEOUT);
  }

  /**
   * Returns the present states, by partition.
   *
   * @throws IllegalStateException if a partition has none, or half of one
   */
  public static List<PartitionState> read(String address, int partitions) {
    try (RedisStates states = new RedisStates(address)) {
      List<Integer> asked = IntStream.range(0, partitions).boxed().toList();
      Map<Integer, PartitionState> found = states.find(asked);
      return asked.stream().map(each -> required(found, each)).toList();
    }
  }

  /** Returns the present states, by partition; lost and half states are left out. */
  SortedMap<Integer, PartitionState> find(Collection<Integer> partitions) {
    SortedMap<Integer, PartitionState> found = new TreeMap<>();
    for (int partition : partitions) {
      PartitionState state = store.state(partition);
      if (state != null) {
        found.put(partition, state);
      }
    }
    return found;
  }

  private static PartitionState required(Map<Integer, PartitionState> found, int partition) {
    PartitionState state = found.get(partition);
    if (state == null) {
      throw new IllegalStateException(
          "partition %d has no state in Redis, or half of one".formatted(partition));
    }
    return state;
  }

  @Override
  public void close() {
    redisson.shutdown();
  }
}
