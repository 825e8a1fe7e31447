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

/** Damages the keys of a deployment's partitions in Redis, as accidents do. */
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

  /** Deletes everything, of all deployments. */
  void flushAll() {
    redis.getKeys().flushall();
  }

  /** Deletes the whole state of a partition. */
  void flush(int partition) {
    redis.getKeys().deleteByPattern(key(partition, "*"));
  }

  /** Deletes one key of a partition. */
  void flush(int partition, String name) {
    redis.getKeys().delete(key(partition, name));
  }

  /** Replaces a key by a string, the type of no key of a state. */
  void replace(int partition, String name) {
    redis.getBucket(key(partition, name)).set(bytes("somebody else's"));
  }

  /** Overwrites the oldest event that is not known to be published. */
  void spoilOutbox(int partition) {
    redis.getList(key(partition, "outbox")).fastSet(0, bytes("somebody else's"));
  }

  /** Returns all keys of a partition at one moment: name, content, name, content. */
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

  /** Restores an earlier state of a partition, as a fail-over that loses writes does. */
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
   * Changes one of the numbers that the state has about itself, see {@code load_state.lua}; the
   * state alone does not reveal it.
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

  /** Gives the state the identity of another log. */
  void changeIdentity(int partition) {
    redis.getMap(key(partition, "meta")).put(bytes("identity"), bytes("a/b/c"));
  }

  /** Returns how many keys of a partition have this prefix. */
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
