package io.lockarbiter.sandbox;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What the arbiter is started with by {@code lockarbiter serve}. */
final class ServeArguments {
  private ServeArguments() {}

  /**
   * Arguments for Spring Boot.
   *
   * @param redis with a login in front of the host, if one is needed
   * @param settings further arguments, {@code --name=value}
   * @throws IllegalArgumentException if one of them is not understood; the message tells a user
   */
  static List<String> of(String kafka, String redis, List<String> settings) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.kafka.bootstrap-servers=" + kafka);
    addRedis(redis, arguments);
    for (String setting : settings) {
      if (!setting.matches("--[A-Za-z][^=]*=.*")) {
        throw new IllegalArgumentException(
            "unknown argument '%s', expected a setting of the form --name=value"
                .formatted(setting));
      }
      arguments.add(setting);
    }
    return arguments;
  }

  /** The login becomes settings of its own: an address may be logged, a password may not. */
  private static void addRedis(String redis, List<String> arguments) {
    URI address = uri(redis);
    arguments.add(
        "--lockarbiter.redis.addresses=%s://%s:%d"
            .formatted(address.getScheme(), address.getHost(), address.getPort()));
    String login = address.getUserInfo();
    if (login != null) {
      int colon = login.indexOf(':');
      if (colon > 0) {
        arguments.add("--lockarbiter.redis.username=" + login.substring(0, colon));
      }
      arguments.add("--lockarbiter.redis.password=" + login.substring(colon + 1));
    }
  }

  private static URI uri(String redis) {
    try {
      URI address = URI.create(redis);
      if (String.valueOf(address.getScheme()).matches("rediss?")
          && address.getHost() != null
          && address.getPort() > 0) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // said below, without the text: it may hold a password
    }
    throw new IllegalArgumentException(
        "--redis is not of the form redis://HOST:PORT, or rediss://HOST:PORT with TLS");
  }
}
