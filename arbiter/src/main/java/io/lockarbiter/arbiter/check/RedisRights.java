package io.lockarbiter.arbiter.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rights that the arbiter's user needs in Redis: those of arbiter/README.md, Running it. */
public final class RedisRights {
  /** The commands; only a repair uses the last two. */
  public static final List<String> COMMANDS =
      List.of(
          "ping",
          "info",
          "client|setname",
          "script|load",
          "evalsha",
          "eval",
          "hget",
          "hmget",
          "hset",
          "hdel",
          "hlen",
          "hgetall",
          "zadd",
          "zrem",
          "zcard",
          "zrange",
          "zrangebylex",
          "zrangebyscore",
          "zlexcount",
          "llen",
          "lrange",
          "ltrim",
          "lindex",
          "lpop",
          "rpush",
          "unlink",
          "exists",
          "rename");

  /** The commands that let decisions be functions; Redis 6.2 does not know them. */
  public static final List<String> FUNCTIONS =
      List.of("fcall", "function|load", "function|list", "function|delete");

  private RedisRights() {}

  /**
   * The command that grants the rights, for a shell.
   *
   * @param user the name with which the arbiter logs in; null = none, which is Redis' user default
   */
  public static String grant(@Nullable String user, String deployment) {
    return "redis-cli ACL SETUSER %s '~{%s:*' +%s"
        .formatted(user == null ? "default" : user, deployment, String.join(" +", COMMANDS));
  }
}
