package io.lockarbiter.service.redis;

import io.lockarbiter.service.Range;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The connection to the Redis servers that keep the state.
 *
 * @param mode the arrangement of the servers
 * @param addresses the addresses of the server, the sentinels, or some nodes of the cluster; {@code
 *     redis://} or, with TLS, {@code rediss://}
 * @param masterName the master's name at the sentinels
 * @param username the user name of the servers' ACL; none if not set
 * @param password the password of the servers
 * @param sentinelPassword the password of the sentinels
 * @param sslBundle the name of a bundle of certificates in {@code spring.ssl.bundle}; if not set,
 *     the authorities are trusted that the JVM trusts
 * @param database the number of the database; 0 in a cluster
 * @param timeout the longest wait for one answer
 */
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

  /** The arrangement of the servers. */
  public enum Mode {
    /** One server. */
    SINGLE,
    /** A master and replicas, watched by sentinels. */
    SENTINEL,
    /** Redis Cluster. */
    CLUSTER
  }

  /** Checks the values. */
  public RedisProperties {
    addresses = List.copyOf(addresses);
    Range.require(
        !addresses.isEmpty() && (mode != Mode.SINGLE || addresses.size() == 1),
        "lockarbiter.redis.addresses",
        addresses.size() + " addresses",
        mode == Mode.SINGLE ? "one with mode=single" : "at least one");
    Range.require(
        addresses.stream().allMatch(address -> address.matches("rediss?://.+")),
        "lockarbiter.redis.addresses",
        "an address of another form",
        "redis://host:port, or rediss://host:port with TLS");
    Range.require(
        sslBundle == null
            || addresses.stream().allMatch(address -> address.startsWith("rediss://")),
        "lockarbiter.redis.ssl-bundle",
        sslBundle + " with addresses that are not encrypted",
        "addresses of the form rediss://host:port");
    Range.require(
        mode != Mode.SENTINEL || masterName != null,
        "lockarbiter.redis.master-name",
        "nothing",
        "the master's name at the sentinels with mode=sentinel");
    Range.atLeast("lockarbiter.redis.database", database, 0);
    Range.atLeast("lockarbiter.redis.timeout", timeout, Duration.ofMillis(100));
  }

  /** The addresses as they may be shown: without logins. */
  public String shown() {
    return withoutLogin(String.join(",", addresses));
  }

  /** The addresses without logins, which are the texts before an @. */
  public static String withoutLogin(String addresses) {
    return addresses.replaceAll("//[^@/]*@", "//");
  }

  /** The properties without secrets. */
  @Override
  public String toString() {
    return "mode=" + mode + " addresses=" + shown() + " database=" + database;
  }
}
