package io.lockarbiter.arbiter.config;

import io.lockarbiter.service.Range;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The HTTP view.
 *
 * @param allowedHosts the names that requests may give as {@code Host}, beside {@code localhost},
 *     IP addresses and {@code server.address}; without port
 * @param concurrentViews the most views of locks and queues at a time; each has a connection to
 *     Redis
 */
public record HttpProperties(
    @DefaultValue List<String> allowedHosts, @DefaultValue("4") int concurrentViews) {
  /** Checks the values. */
  public HttpProperties {
    Range.atLeast("lockarbiter.http.concurrent-views", concurrentViews, 1);
    allowedHosts = List.copyOf(allowedHosts);
    for (String host : allowedHosts) {
      Range.require(
          host.matches("[A-Za-z0-9._-]{1,253}"),
          "lockarbiter.http.allowed-hosts",
          host,
          "names of hosts, without scheme and port");
    }
  }
}
