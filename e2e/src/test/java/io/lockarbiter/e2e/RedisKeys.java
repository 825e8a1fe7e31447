package io.lockarbiter.e2e;

import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.PartitionState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** The keys of a deployment's partitions in Redis, as an accident treats them. */
final class RedisKeys implements AutoCloseable {
  private static final LogIdentity ANY = new LogIdentity("test", "test", "test");

  private final RedissonClient redis;
  private final String deployment;

  private RedisKeys(RedissonClient redis, String deployment) {
    this.redis = redis;
    this.deployment = deployment;
  }

  static RedisKeys of(Deployment deployment) {
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE);
    config
        .useSingleServer()
        .setAddress(deployment.infrastructure().redisAddress())
        .setConnectionMinimumIdleSize(1);
    return new RedisKeys(Redisson.create(config), deployment.name());
  }

  /** Loses the whole state of a partition. */
  void flush(int partition) {
    redis.getKeys().deleteByPattern(key(partition, "*"));
  }

  /** Loses one key of a partition. */
  void flush(int partition, String name) {
    redis.getKeys().delete(key(partition, name));
  }

  /** Somebody else has made another key of that name. */
  void replace(int partition, String name) {
    redis.getBucket(key(partition, name)).set(bytes("somebody else's"));
  }

  /** Somebody else has written into the oldest event that is not known to be published. */
  void spoilOutbox(int partition) {
    redis.getList(key(partition, "outbox")).fastSet(0, bytes("somebody else's"));
  }

  /** All keys of a partition as they are at one moment: name, content, name, content. */
  List<Object> dump(int partition) {
    return redis
        .getScript(ByteArrayCodec.INSTANCE)
        .eval(
            RScript.Mode.READ_WRITE,
            "local all = {} for _, key in ipairs(redis.call('KEYS', ARGV[1])) do all[#all + 1] = key all[#all + 1] = redis.call('DUMP', key) end return all",
            RScript.ReturnType.LIST,
            List.of(),
            bytes(key(partition, "*")));
  }

  /** Puts a partition back to an earlier moment, as a fail-over that loses writes does. */
  void restore(int partition, List<Object> dump) {
    List<Object> arguments = new ArrayList<>(List.of(bytes(key(partition, "*"))));
    arguments.addAll(dump);
    redis
        .getScript(ByteArrayCodec.INSTANCE)
        .eval(
            RScript.Mode.READ_WRITE,
            "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end for n = 2, #ARGV, 2 do redis.call('RESTORE', ARGV[n], 0, ARGV[n + 1]) end return 1",
            RScript.ReturnType.LONG,
            List.of(),
            arguments.toArray());
  }

  /**
   * Changes one of the numbers that the state has of itself, see {@code load_state.lua}, so that
   * the state cannot tell.
   */
  void change(int partition, int number) {
    redis
        .getScript(ByteArrayCodec.INSTANCE)
        .eval(
            RScript.Mode.READ_WRITE,
            """
            local m, at = redis.call('HMGET', KEYS[1], 'sizes', 'numbers', 'settings', 'todo'), 8 * ARGV[1]
            local n = m[2]:sub(1, at - 1) .. string.char((m[2]:byte(at) + 1) % 256) .. m[2]:sub(at + 1)
            redis.call('HSET', KEYS[1], 'numbers', n, 'digest', redis.sha1hex(m[1] .. n .. m[3] .. m[4]))
            return 1""",
            RScript.ReturnType.LONG,
            List.of(key(partition, "meta")),
            bytes(Integer.toString(number)));
  }

  /** Says that the state is another log's. */
  void changeIdentity(int partition) {
    redis.getMap(key(partition, "meta")).put(bytes("identity"), bytes("a/b/c"));
  }

  /** How many keys a partition has whose names begin so. */
  int count(int partition, String prefix) {
    return (int) redis.getKeys().getKeysStreamByPattern(key(partition, prefix + "*")).count();
  }

  PartitionState state(int partition) {
    RedisLockStore store = new RedisLockStore(redis, deployment, ANY, Duration.ofSeconds(10));
    return Objects.requireNonNull(store.state(partition));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String key(int partition, String name) {
    return "{" + deployment + ":" + partition + "}:" + name;
  }

  @Override
  public void close() {
    redis.shutdown();
  }
}
