package io.lockarbiter.lua.redis;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.redisson.Redisson;
import org.redisson.api.RMap;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisMaster;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/**
 * A Redis server process of its own, empty at first. Registered as an extension it is empty before
 * each test and ends with the class.
 */
public final class RedisFixture implements AutoCloseable, BeforeEachCallback, AfterAllCallback {
  private static final LogIdentity IDENTITY = new LogIdentity("cluster-1", "topic-1", "arbiter");

  private final RedisServer server;
  private final RedissonClient redisson;

  private RedisFixture(RedisServer server, RedissonClient redisson) {
    this.server = server;
    this.redisson = redisson;
  }

  /** Starts it on a free port. */
  public static RedisFixture start() {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = probe.getLocalPort();
      probe.close();
      RedisServer server =
          RedisServer.newRedisServer()
              .bind("127.0.0.1")
              .port(port)
              .setting("save \"\"")
              .setting("maxmemory-policy noeviction")
              .build();
      server.start();
      Config config =
          new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
      config
          .useSingleServer()
          .setAddress("redis://127.0.0.1:" + port)
          .setConnectionMinimumIdleSize(1)
          .setConnectionPoolSize(4);
      return new RedisFixture(server, Redisson.create(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A store of the deployment {@code test}. */
  public RedisLockStore store() {
    return store(CallBounds.DEFAULT);
  }

  /** A store of the deployment {@code test} whose calls have these bounds. */
  public RedisLockStore store(CallBounds bounds) {
    return store(redisson, bounds);
  }

  /** A store of the deployment {@code test} that knows rules up to a version. */
  public RedisLockStore store(CallBounds bounds, int newestRules) {
    return new RedisLockStore(
        redisson, "test", IDENTITY, Duration.ofSeconds(20), bounds, newestRules);
  }

  RedisLockStore store(LogIdentity identity) {
    return new RedisLockStore(redisson, "test", identity, Duration.ofSeconds(20));
  }

  RedisLockStore store(RedissonClient client, CallBounds bounds) {
    return new RedisLockStore(client, "test", IDENTITY, Duration.ofSeconds(20), bounds);
  }

  /** Forgets everything, scripts included. */
  public void flush() {
    redisson.getKeys().flushall();
    redisson.getScript().scriptFlush();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    flush();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  int port() {
    return server.ports().get(0);
  }

  RedissonClient redisson() {
    return redisson;
  }

  /** Number of elements of each key of a partition that exists. */
  Map<String, Integer> sizes(int partition) {
    Map<String, Integer> sizes = new TreeMap<>();
    for (PartitionKey key : PartitionKey.values()) {
      String name = PartitionKey.of("test", partition).get(key.ordinal()).toString();
      int size =
          switch (key.redisType()) {
            case "hash" -> redisson.getMap(name, ByteArrayCodec.INSTANCE).size();
            case "zset" -> redisson.getScoredSortedSet(name, ByteArrayCodec.INSTANCE).size();
            default -> redisson.getList(name, ByteArrayCodec.INSTANCE).size();
          };
      if (size > 0) {
        sizes.put(key.suffix(), size);
      }
    }
    return sizes;
  }

  /** Overwrites a field of a partition's header. */
  void setMeta(int partition, String field, String value) {
    redisson
        .<String, String>getMap(
            PartitionKey.of("test", partition).get(0).toString(), StringCodec.INSTANCE)
        .put(field, value);
  }

  /** The fields of a partition's header. */
  RMap<byte[], byte[]> meta(int partition) {
    return redisson.getMap(
        PartitionKey.of("test", partition).get(0).toString(), ByteArrayCodec.INSTANCE);
  }

  /**
   * Overwrites a field as {@link #setMeta} does, and the digest too, so that the scripts cannot
   * notice it.
   */
  void forgeMeta(int partition, String field, String value) {
    setMeta(partition, field, value);
    redisson
        .getScript(StringCodec.INSTANCE)
        .eval(
            RScript.Mode.READ_WRITE,
            "return redis.call('HSET', KEYS[1], 'digest', redis.sha1hex(table.concat(redis.call('HMGET', KEYS[1], 'sizes', 'numbers', 'settings', 'todo'))))",
            RScript.ReturnType.LONG,
            List.of(PartitionKey.of("test", partition).get(0).toString()));
  }

  /** Removes one key of a partition. */
  void delete(int partition, PartitionKey key) {
    redisson.getKeys().delete(PartitionKey.of("test", partition).get(key.ordinal()).toString());
  }

  /** Sets {@code maxmemory}, bytes; 0 = no limit. */
  void limitMemory(long bytes) {
    node().setConfig("maxmemory", Long.toString(bytes));
  }

  private RedisMaster node() {
    return redisson.getRedisNodes(RedisNodes.SINGLE).getInstance();
  }

  /** Number of commands that the server has run, those of scripts included. */
  long commands() {
    return calls(command -> true);
  }

  /** Bytes that the server has allocated. */
  long usedMemory() {
    return Long.parseLong(node().info(InfoSection.MEMORY).get("used_memory"));
  }

  /** Number of script calls by digest that the server received. */
  long scriptCalls() {
    return calls("cmdstat_evalsha"::equals);
  }

  private long calls(Predicate<String> which) {
    Map<String, String> stats = node().info(InfoSection.COMMANDSTATS);
    return stats.entrySet().stream()
        .filter(command -> which.test(command.getKey()))
        .mapToLong(command -> Long.parseLong(command.getValue().replaceAll("calls=(\\d+).*", "$1")))
        .sum();
  }

  static String json(EncodedEvent event) {
    return new String(event.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    redisson.shutdown();
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
