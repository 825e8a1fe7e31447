package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.check.RedisFacts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks every Redis master for what the start-up checks judge. */
final class RedisFactsReader {
  private static final Logger LOG = LoggerFactory.getLogger(RedisFactsReader.class);

  private final RedissonClient redisson;
  private final RedisProperties.Mode mode;

  RedisFactsReader(RedissonClient redisson, RedisProperties.Mode mode) {
    this.redisson = redisson;
    this.mode = mode;
  }

  /** The facts of each master. */
  List<RedisFacts> read() {
    String scriptProblem = scriptProblem();
    return masters().stream().map(master -> facts(master, scriptProblem)).toList();
  }

  private Collection<? extends RedisNode> masters() {
    return switch (mode) {
      case SINGLE -> List.of(redisson.getRedisNodes(RedisNodes.SINGLE).getInstance());
      case SENTINEL ->
          List.of(redisson.getRedisNodes(RedisNodes.SENTINEL_MASTER_SLAVE).getMaster());
      case CLUSTER -> redisson.getRedisNodes(RedisNodes.CLUSTER).getMasters();
    };
  }

  private static RedisFacts facts(RedisNode master, @Nullable String scriptProblem) {
    String address =
        "redis://" + master.getAddr().getHostString() + ":" + master.getAddr().getPort();
    Map<String, String> server = info(master, InfoSection.SERVER);
    String appendOnly = info(master, InfoSection.PERSISTENCE).get("aof_enabled");
    return new RedisFacts(
        address,
        server.get("redis_version"),
        server.getOrDefault("server_name", "redis").equals("redis"),
        appendOnly == null ? null : appendOnly.equals("1"),
        info(master, InfoSection.MEMORY).get("maxmemory_policy"),
        scriptProblem);
  }

  private static Map<String, String> info(RedisNode master, InfoSection section) {
    try {
      return master.info(section);
    } catch (RedisException e) {
      LOG.debug("INFO {} is not answered", section, e);
      return Map.of();
    }
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
