package io.lockarbiter.console.config;

import io.lockarbiter.console.config.DeploymentProperties.RedisProperties;
import io.lockarbiter.lua.redis.CutConnections;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SubscriptionMode;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;

/** Opens the connection to Redis: masters only, few connections, for views alone. */
final class RedisConnection {
  private static final int CONNECTIONS = 4;

  private RedisConnection() {}

  static RedissonClient open(RedisProperties properties, SslBundles bundles) {
    Config config = new Config();
    config.setReferenceEnabled(false);
    config.setCodec(ByteArrayCodec.INSTANCE);
    config.setThreads(2);
    config.setNettyThreads(1);
    config.setUseScriptCache(false);
    config.setNettyHook(new CutConnections());
    if (properties.username() != null) {
      config.setUsername(properties.username());
    }
    if (properties.password() != null) {
      config.setPassword(properties.password());
    }
    if (properties.sslBundle() != null) {
      SslManagerBundle managers = bundles.getBundle(properties.sslBundle()).getManagers();
      config.setSslTrustManagerFactory(managers.getTrustManagerFactory());
      config.setSslKeyManagerFactory(managers.getKeyManagerFactory());
    }
    servers(config, properties);
    return Redisson.create(config);
  }

  private static void servers(Config config, RedisProperties properties) {
    String[] addresses = properties.addresses().toArray(String[]::new);
    switch (properties.mode()) {
      case SINGLE ->
          waits(
              config
                  .useSingleServer()
                  .setAddress(addresses[0])
                  .setDatabase(properties.database())
                  .setConnectionPoolSize(CONNECTIONS)
                  .setConnectionMinimumIdleSize(1)
                  .setSubscriptionConnectionPoolSize(1)
                  .setSubscriptionConnectionMinimumIdleSize(1),
              properties);
      case SENTINEL -> {
        SentinelServersConfig sentinels =
            config
                .useSentinelServers()
                .addSentinelAddress(addresses)
                .setMasterName(properties.masterName())
                .setDatabase(properties.database());
        if (properties.sentinelPassword() != null) {
          sentinels.setSentinelPassword(properties.sentinelPassword());
        }
        masters(sentinels, properties);
      }
      case CLUSTER -> masters(config.useClusterServers().addNodeAddress(addresses), properties);
    }
  }

  private static <T extends BaseMasterSlaveServersConfig<T>> void masters(
      BaseMasterSlaveServersConfig<T> servers, RedisProperties properties) {
    servers
        .setReadMode(ReadMode.MASTER)
        .setSubscriptionMode(SubscriptionMode.MASTER)
        .setMasterConnectionPoolSize(CONNECTIONS)
        .setMasterConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionPoolSize(1)
        .setSubscriptionConnectionMinimumIdleSize(1);
    waits(servers, properties);
  }

  private static <T extends BaseConfig<T>> void waits(
      BaseConfig<T> servers, RedisProperties properties) {
    int timeoutMs = Math.toIntExact(properties.timeout().toMillis());
    servers.setTimeout(timeoutMs).setConnectTimeout(timeoutMs).setRetryAttempts(1);
  }
}
