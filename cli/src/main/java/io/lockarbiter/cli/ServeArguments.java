package io.lockarbiter.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments with which {@code lockarbiter serve} and its likes start Spring Boot. */
final class ServeArguments {
  private ServeArguments() {}

  /**
   * Arguments for Spring Boot.
   *
   * @param redis the address, with a login in front of the host if one is needed
   * @param settings further arguments in the form {@code --name=value}
   * @param environment the names of the variables that Spring Boot will find
   * @throws IllegalArgumentException if an argument is not understood; the message tells a user
   */
  static List<String> of(
      @Nullable String kafka,
      @Nullable String redis,
      List<String> settings,
      Set<String> environment) {
    List<String> missing = new ArrayList<>();
    addMissingKafka(kafka, settings, environment, missing);
    if (redis == null && !isSaid("lockarbiter.redis.addresses", settings, environment)) {
      missing.add("'--redis=URL'");
    }
    refuse(missing);
    List<String> arguments = new ArrayList<>();
    addKafka(kafka, arguments);
    if (redis != null) {
      addRedis(redis, arguments);
    }
    addSettings(settings, arguments);
    return arguments;
  }

  /** As {@link #of}, for what asks no Redis. */
  static List<String> ofKafka(
      @Nullable String kafka, List<String> settings, Set<String> environment) {
    List<String> missing = new ArrayList<>();
    addMissingKafka(kafka, settings, environment, missing);
    refuse(missing);
    List<String> arguments = new ArrayList<>();
    addKafka(kafka, arguments);
    addSettings(settings, arguments);
    return arguments;
  }

  private static void addMissingKafka(
      @Nullable String kafka,
      List<String> settings,
      Set<String> environment,
      List<String> missing) {
    if (kafka == null && !isSaid("spring.kafka.bootstrap-servers", settings, environment)) {
      missing.add("'--kafka=HOST:PORT'");
    }
  }

  private static void refuse(List<String> missing) {
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("Missing required options: " + String.join(", ", missing));
    }
  }

  private static void addKafka(@Nullable String kafka, List<String> arguments) {
    if (kafka != null) {
      arguments.add("--spring.kafka.bootstrap-servers=" + kafka);
    }
  }

  private static void addSettings(List<String> settings, List<String> arguments) {
    for (String setting : settings) {
      if (!setting.matches("--[A-Za-z][^=]*=.*")) {
        throw new IllegalArgumentException(
            "unknown argument '%s', expected a setting of the form --name=value"
                .formatted(setting));
      }
      arguments.add(setting);
    }
  }

  /** Says whether a setting is given elsewhere, or may be in a configuration file that is named. */
  private static boolean isSaid(String name, List<String> settings, Set<String> environment) {
    String letters = letters(name);
    return settings.stream()
            .anyMatch(text -> text.startsWith("--" + name) || text.startsWith("--spring.config."))
        || environment.stream()
            .map(ServeArguments::letters)
            .anyMatch(text -> text.startsWith(letters) || text.startsWith("SPRINGCONFIG"));
  }

  /** The letters of a setting's name that Spring Boot compares. */
  private static String letters(String name) {
    return name.replaceAll("[._-]", "").toUpperCase(Locale.ROOT);
  }

  /**
   * Adds the address, and the login as settings of its own: an address may be logged, a password
   * may not.
   */
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
      // reported below, without the text: it may hold a password
    }
    throw new IllegalArgumentException(
        "--redis is not of the form redis://HOST:PORT, or rediss://HOST:PORT with TLS");
  }
}
