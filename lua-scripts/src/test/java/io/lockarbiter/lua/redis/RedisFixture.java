package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogIdentity;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
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
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server process of its own, empty at first. Registered as an extension it is empty before
 * each test and ends with the class.
 *
 * <p>It is the bundled server; the system's, which has functions, for a test class that needs that
 * one.
 */
public final class RedisFixture
    implements AutoCloseable, BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
  private static final LogIdentity IDENTITY = new LogIdentity("cluster-1", "topic-1", "arbiter");

  private boolean hasFunctions;
  private @Nullable Running running;

  private RedisFixture() {}

  /** A server that starts on a free port when it is first used. */
  public static RedisFixture start() {
    return new RedisFixture();
  }

  private record Running(RedisServer server, RedissonClient redisson) {}

  private Running running() {
    Running found = running;
    if (found == null) {
      RedisServer server = server(hasFunctions, freePort());
      found = new Running(server, client(server.ports().get(0)));
      running = found;
    }
    return found;
  }

  /** Starts a server: the bundled one, or the system's, which has functions. */
  static RedisServer server(boolean hasFunctions, int port) {
    try {
      RedisServer server =
          builder(hasFunctions)
              .bind("127.0.0.1")
              .port(port)
              .setting("save \"\"")
              .setting("maxmemory-policy noeviction")
              .build();
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RedisServerBuilder builder(boolean hasFunctions) {
    RedisServerBuilder builder = RedisServer.newRedisServer();
    if (hasFunctions) {
      File program = new File(OptionalTool.REDIS_FUNCTIONS.program("redis-server"));
      builder.executableProvider(() -> program);
    }
    return builder;
  }

  static RedissonClient client(int port) {
    return client(port, new Config());
  }

  /** A client that logs in as {@code config} says. */
  static RedissonClient client(int port, Config config) {
    config.setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress("redis://127.0.0.1:" + port)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4);
    return Redisson.create(config);
  }

  static int freePort() {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
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
    return store(redisson(), bounds);
  }

  /** A store of the deployment {@code test} that knows rules up to a version. */
  public RedisLockStore store(CallBounds bounds, int newestRules) {
    return new RedisLockStore(
        redisson(), "test", IDENTITY, Duration.ofSeconds(20), bounds, newestRules);
  }

  RedisLockStore store(LogIdentity identity) {
    return new RedisLockStore(redisson(), "test", identity, Duration.ofSeconds(20));
  }

  RedisLockStore store(RedissonClient client, CallBounds bounds) {
    return new RedisLockStore(client, "test", IDENTITY, Duration.ofSeconds(20), bounds);
  }

  /** Deletes all keys, and leaves the scripts or functions that are loaded. */
  public void flushKeys() {
    redisson().getKeys().flushall();
  }

  /** Forgets everything, scripts included. */
  public void flush() {
    flushKeys();
    redisson().getScript().scriptFlush();
    if (hasFunctions) {
      redisson().getFunction().flush();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    close();
    hasFunctions = needsFunctions(context.getRequiredTestClass());
  }

  private static boolean needsFunctions(@Nullable Class<?> test) {
    return test != null
        && (AnnotationSupport.findRepeatableAnnotations(test, Needs.class).stream()
                .anyMatch(need -> need.value() == OptionalTool.REDIS_FUNCTIONS)
            || needsFunctions(test.getEnclosingClass()));
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
    return running().server().ports().get(0);
  }

  RedissonClient redisson() {
    return running().redisson();
  }

  /** Number of elements of each key of a partition that exists. */
  Map<String, Integer> sizes(int partition) {
    Map<String, Integer> sizes = new TreeMap<>();
    for (PartitionKey key : PartitionKey.values()) {
      String name = PartitionKey.of("test", partition).get(key.ordinal()).toString();
      int size =
          switch (key.redisType()) {
            case "hash" -> redisson().getMap(name, ByteArrayCodec.INSTANCE).size();
            case "zset" -> redisson().getScoredSortedSet(name, ByteArrayCodec.INSTANCE).size();
            default -> redisson().getList(name, ByteArrayCodec.INSTANCE).size();
          };
      if (size > 0) {
        sizes.put(key.suffix(), size);
      }
    }
    return sizes;
  }

  /** Overwrites a field of a partition's header. */
  void setMeta(int partition, String field, String value) {
    redisson()
        .<String, String>getMap(
            PartitionKey.of("test", partition).get(0).toString(), StringCodec.INSTANCE)
        .put(field, value);
  }

  /** The fields of a partition's header. */
  RMap<byte[], byte[]> meta(int partition) {
    return redisson()
        .getMap(PartitionKey.of("test", partition).get(0).toString(), ByteArrayCodec.INSTANCE);
  }

  /**
   * Overwrites a field as {@link #setMeta} does, and the digest too, so that the scripts cannot
   * notice it.
   */
  void forgeMeta(int partition, String field, String value) {
    setMeta(partition, field, value);
    redisson()
        .getScript(StringCodec.INSTANCE)
        .eval(
            RScript.Mode.READ_WRITE,
            "return redis.call('HSET', KEYS[1], 'digest',"
                + " redis.sha1hex(table.concat(redis.call('HMGET', KEYS[1], 'sizes', 'numbers',"
                + " 'settings', 'todo'))))",
            RScript.ReturnType.LONG,
            List.of(PartitionKey.of("test", partition).get(0).toString()));
  }

  /** Removes one key of a partition. */
  void delete(int partition, PartitionKey key) {
    redisson().getKeys().delete(PartitionKey.of("test", partition).get(key.ordinal()).toString());
  }

  /** Sets {@code maxmemory}, bytes; 0 = no limit. */
  void limitMemory(long bytes) {
    node().setConfig("maxmemory", Long.toString(bytes));
  }

  private RedisMaster node() {
    return redisson().getRedisNodes(RedisNodes.SINGLE).getInstance();
  }

  /** Number of commands that the server has run, those of scripts included. */
  long commands() {
    return calls(command -> true);
  }

  /** Bytes that the server has allocated. */
  long usedMemory() {
    return Long.parseLong(node().info(InfoSection.MEMORY).get("used_memory"));
  }

  /** Number of calls of scripts by digest and of functions that the server received. */
  long scriptCalls() {
    return calls(Set.of("cmdstat_evalsha", "cmdstat_fcall")::contains);
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
    Running ended = running;
    running = null;
    if (ended != null) {
      ended.redisson().shutdown();
      stop(ended.server());
    }
  }

  static void stop(RedisServer server) {
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
