package io.lockarbiter.sandbox.bench;

import java.util.Map;
import java.util.TreeMap;
import org.redisson.api.RType;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.ByteArrayCodec;

/** What a Redis server says of itself. */
final class RedisFigures {
  private final RedissonClient redisson;

  RedisFigures(RedissonClient redisson) {
    this.redisson = redisson;
  }

  /**
   * Processor time that the server has used since it started, in all that it does; microseconds.
   */
  long processorMicroseconds() {
    Map<String, String> cpu = info(RedisNode.InfoSection.CPU);
    return Math.round(
        1e6
            * (Double.parseDouble(cpu.get("used_cpu_user"))
                + Double.parseDouble(cpu.get("used_cpu_sys"))));
  }

  /** Bytes. */
  long usedMemory() {
    return Long.parseLong(info(RedisNode.InfoSection.MEMORY).get("used_memory"));
  }

  /** All keys, each with its number of fields, members or elements. */
  Map<String, Integer> footprint() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (String key : redisson.getKeys().getKeys()) {
      RType type = redisson.getKeys().getType(key);
      int size =
          switch (type) {
            case MAP -> redisson.getMap(key, ByteArrayCodec.INSTANCE).size();
            case ZSET -> redisson.getScoredSortedSet(key, ByteArrayCodec.INSTANCE).size();
            case LIST -> redisson.getList(key, ByteArrayCodec.INSTANCE).size();
            default -> throw new IllegalStateException(key + " is a " + type);
          };
      sizes.put(key, size);
    }
    return sizes;
  }

  private Map<String, String> info(RedisNode.InfoSection section) {
    return redisson.getRedisNodes(RedisNodes.SINGLE).getInstance().info(section);
  }
}
