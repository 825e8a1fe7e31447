package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.check.RedisFacts;
import io.lockarbiter.service.redis.RedisProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;

/** Asks every Redis master for the facts that the start-up checks judge. */
final class RedisFactsReader {
  private final RedissonClient redisson;
  private final RedisProperties.Mode mode;

  RedisFactsReader(RedissonClient redisson, RedisProperties.Mode mode) {
    this.redisson = redisson;
    this.mode = mode;
  }

  /** The facts of each master. */
  List<RedisFacts> read() {
    String scriptProblem = scriptProblem();
    return RedisMasters.of(redisson, mode).stream()
        .map(master -> facts(master, scriptProblem))
        .toList();
  }

  private static RedisFacts facts(RedisNode master, @Nullable String scriptProblem) {
    Map<String, String> server = RedisMasters.info(master, InfoSection.SERVER);
    String appendOnly = RedisMasters.info(master, InfoSection.PERSISTENCE).get("aof_enabled");
    Map<String, String> memory = RedisMasters.info(master, InfoSection.MEMORY);
    return new RedisFacts(
        RedisMasters.address(master),
        server.get("redis_version"),
        server.getOrDefault("server_name", "redis").equals("redis"),
        appendOnly == null ? null : appendOnly.equals("1"),
        memory.get("maxmemory_policy"),
        Long.parseLong(memory.getOrDefault("maxmemory", "0")),
        scriptProblem);
  }

  private @Nullable String scriptProblem() {
    try {
      redisson
          .getScript(StringCodec.INSTANCE)
          .eval(RScript.Mode.READ_WRITE, "return 1", RScript.ReturnType.LONG);
      return null;
    } catch (RedisException e) {
      return e.getMessage();
    }
  }
}
