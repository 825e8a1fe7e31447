package io.lockarbiter.service.redis;

import io.lockarbiter.lua.redis.CutConnections;
import io.lockarbiter.service.RootCause;
import io.lockarbiter.service.StartupRefusedException;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;

/**
 * Opens the connection to Redis: to masters only, with few threads, and never with Redisson's
 * default codec.
 */
public final class RedisConnection {
  /**
   * Text that Redisson appends to a server's answer: its channel, and the call with its arguments.
   */
  private static final String CLIENT_INTERNALS = "(?s)\\.* channel: \\[.*";

  /** Retries of calls outside the store; the store's calls are never sent again. */
  private static final int RETRIES = 1;

  private RedisConnection() {}

  /**
   * Connects.
   *
   * @param bundles the SSL bundles, among them the one that the properties name
   * @param connections most connections at a time; each answers one call after the other
   * @param threads number of threads that hand answers over, and of those that read them
   * @throws StartupRefusedException if no server answers
   */
  public static RedissonClient open(
      RedisProperties properties, SslBundles bundles, int connections, int threads) {
    Config config = config(properties, connections, threads);
    if (properties.sslBundle() != null) {
      trust(config, properties.sslBundle(), bundles);
    }
    try {
      return Redisson.create(config);
    } catch (RuntimeException e) {
      throw new StartupRefusedException(
          "Redis (%s) did not answer: %s; nothing can start without it. Fix: see that the server runs and that lockarbiter.redis.* is right"
              .formatted(properties, reason(e, properties)),
          e);
    }
  }

  /** The reason of a failed connection; a time-out names its setting, because it has no message. */
  private static String reason(Throwable failure, RedisProperties properties) {
    Throwable root = RootCause.of(failure);
    return root.getClass().getSimpleName().endsWith("TimeoutException")
        ? "no answer within lockarbiter.redis.timeout=%d ms"
            .formatted(properties.timeout().toMillis())
        : rootMessage(failure);
  }

  /** Sets the trusted certificates, and the client's own certificate. */
  private static void trust(Config config, String name, SslBundles bundles) {
    try {
      SslManagerBundle managers = bundles.getBundle(name).getManagers();
      config.setSslTrustManagerFactory(managers.getTrustManagerFactory());
      config.setSslKeyManagerFactory(managers.getKeyManagerFactory());
    } catch (RuntimeException e) {
      throw new StartupRefusedException(
          "lockarbiter.redis.ssl-bundle=%s cannot be used: %s; Redis is not asked without. Fix: see spring.ssl.bundle.pem.%s (or .jks) and the files that it names"
              .formatted(name, rootMessage(e), name),
          e);
    }
  }

  private static Config config(RedisProperties properties, int connections, int threads) {
    Config config = new Config();
    config.setReferenceEnabled(
        false); // otherwise Redisson looks at every argument of a call for one
    config.setCodec(ByteArrayCodec.INSTANCE);
    config.setThreads(threads);
    config.setNettyThreads(threads);
    config.setUseScriptCache(false); // the store has its own, with a deadline
    config.setNettyHook(new CutConnections());
    if (properties.username() != null) {
      config.setUsername(properties.username());
    }
    if (properties.password() != null) {
      config.setPassword(properties.password());
    }
    switch (properties.mode()) {
      case SINGLE -> single(config.useSingleServer(), properties, connections);
      case SENTINEL -> sentinel(config.useSentinelServers(), properties, connections);
      case CLUSTER ->
          masters(
              config
                  .useClusterServers()
                  .addNodeAddress(properties.addresses().toArray(String[]::new)),
              properties,
              connections);
    }
    return config;
  }

  private static void single(
      SingleServerConfig server, RedisProperties properties, int connections) {
    server
        .setAddress(properties.addresses().get(0))
        .setDatabase(properties.database())
        .setConnectionPoolSize(connections)
        .setConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionPoolSize(1)
        .setSubscriptionConnectionMinimumIdleSize(1);
    waits(server, properties);
  }

  private static void sentinel(
      SentinelServersConfig sentinels, RedisProperties properties, int connections) {
    sentinels
        .addSentinelAddress(properties.addresses().toArray(String[]::new))
        .setMasterName(properties.masterName())
        .setDatabase(properties.database());
    if (properties.sentinelPassword() != null) {
      sentinels.setSentinelPassword(properties.sentinelPassword());
    }
    masters(sentinels, properties, connections);
  }

  private static <T extends BaseMasterSlaveServersConfig<T>> void masters(
      BaseMasterSlaveServersConfig<T> servers, RedisProperties properties, int connections) {
    servers
        .setReadMode(ReadMode.MASTER)
        .setSubscriptionMode(SubscriptionMode.MASTER)
        .setMasterConnectionPoolSize(connections)
        .setMasterConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionPoolSize(1)
        .setSubscriptionConnectionMinimumIdleSize(1);
    waits(servers, properties);
  }

  /** Keeps the client's time-outs within the store's own deadline, so that nothing is sent late. */
  private static <T extends BaseConfig<T>> void waits(
      BaseConfig<T> servers, RedisProperties properties) {
    int timeoutMs = Math.toIntExact(properties.timeout().toMillis());
    servers.setTimeout(timeoutMs).setConnectTimeout(timeoutMs).setRetryAttempts(RETRIES);
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = RootCause.of(failure);
    String message = String.valueOf(root.getMessage()).replaceFirst(CLIENT_INTERNALS, "");
    return root.getClass().getSimpleName() + ": " + message;
  }
}
