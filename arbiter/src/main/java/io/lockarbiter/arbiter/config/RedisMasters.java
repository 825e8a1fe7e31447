package io.lockarbiter.arbiter.config;

import io.lockarbiter.service.redis.RedisProperties;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The masters that keep the state, and their INFO. */
final class RedisMasters {
  private static final Logger LOG = LoggerFactory.getLogger(RedisMasters.class);

  private RedisMasters() {}

  /** All masters. */
  static Collection<? extends RedisNode> of(RedissonClient redisson, RedisProperties.Mode mode) {
    return switch (mode) {
      case SINGLE -> List.of(redisson.getRedisNodes(RedisNodes.SINGLE).getInstance());
      case SENTINEL ->
          List.of(redisson.getRedisNodes(RedisNodes.SENTINEL_MASTER_SLAVE).getMaster());
      case CLUSTER -> redisson.getRedisNodes(RedisNodes.CLUSTER).getMasters();
    };
  }

  /** A master as {@code redis://host:port}. */
  static String address(RedisNode master) {
    return "redis://" + master.getAddr().getHostString() + ":" + master.getAddr().getPort();
  }

  /** A section of INFO; empty if the master does not answer, or does not allow it. */
  static Map<String, String> info(RedisNode master, InfoSection section) {
    try {
      return master.info(section);
    } catch (RedisException e) {
      LOG.debug("INFO {} is not answered", section, e);
      return Map.of();
    }
  }
}
