package io.lockarbiter.console.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which deployment is looked at: settings by the names that its arbiters have, so that a console
 * beside them is started with the same.
 *
 * @param deployment consumer group of the arbiters and prefix of the keys in Redis
 * @param topics their names
 * @param redis where the state is
 */
@ConfigurationProperties("lockarbiter")
public record DeploymentProperties(
    @DefaultValue("lockarbiter") String deployment,
    @DefaultValue TopicProperties topics,
    @DefaultValue RedisProperties redis) {

  /**
   * Topics.
   *
   * @param prefix stands before their names
   */
  public record TopicProperties(@DefaultValue("") String prefix) {}

  /** As the arbiter's settings of the same names. */
  public record RedisProperties(
      @DefaultValue("single") Mode mode,
      @DefaultValue("redis://127.0.0.1:6379") List<String> addresses,
      @Nullable String masterName,
      @Nullable String username,
      @Nullable String password,
      @Nullable String sentinelPassword,
      @Nullable String sslBundle,
      @DefaultValue("0") int database,
      @DefaultValue("2s") Duration timeout) {

    /** How the servers are arranged. */
    public enum Mode {
      /** One server. */
      SINGLE,
      /** A master and replicas, watched by sentinels. */
      SENTINEL,
      /** Redis Cluster. */
      CLUSTER
    }

    /** Without secrets. */
    @Override
    public String toString() {
      return "mode=" + mode + " database=" + database;
    }
  }
}
