package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.watch.RedisMemory;
import io.lockarbiter.service.redis.RedisProperties;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNode.InfoSection;

/** Asks every Redis master for its memory. */
final class RedisMemoryReader {
  private final RedissonClient redisson;
  private final RedisProperties.Mode mode;

  RedisMemoryReader(RedissonClient redisson, RedisProperties.Mode mode) {
    this.redisson = redisson;
    this.mode = mode;
  }

  /** The memory of the masters that answer. */
  List<RedisMemory> read() {
    return RedisMasters.of(redisson, mode).stream().flatMap(RedisMemoryReader::memory).toList();
  }

  private static Stream<RedisMemory> memory(RedisNode master) {
    Map<String, String> info = RedisMasters.info(master, InfoSection.MEMORY);
    String used = info.get("used_memory");
    String most = info.get("maxmemory");
    return used == null || most == null
        ? Stream.of()
        : Stream.of(
            new RedisMemory(
                RedisMasters.address(master), Long.parseLong(used), Long.parseLong(most)));
  }
}
