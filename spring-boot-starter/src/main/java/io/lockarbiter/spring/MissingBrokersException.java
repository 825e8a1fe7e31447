package io.lockarbiter.spring;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** No property says where Kafka is. */
final class MissingBrokersException extends IllegalStateException {
  static final String REMEDY =
      "Set lockarbiter.client.kafka.bootstrap.servers=host:9092, or add Spring's Kafka (spring-boot-starter-kafka on Spring Boot 4, spring-kafka on 3.5) and set spring.kafka.bootstrap-servers.";

  private static final String SPRINGS = "spring.kafka.bootstrap-servers";
  private static final String SERVERS = "bootstrap.servers";

  private MissingBrokersException(String problem) {
    super(problem);
  }

  /**
   * Checks that the settings of Kafka clients have an address.
   *
   * @throws MissingBrokersException if they have none
   */
  static void check(Map<String, ?> kafka, Environment environment) {
    String problem = problem(kafka, environment);
    if (problem != null) {
      throw new MissingBrokersException(problem);
    }
  }

  /** The problem of settings that have no address; null if they have one. */
  static @Nullable String problem(Map<String, ?> kafka, Environment environment) {
    Object servers = kafka.get(SERVERS);
    if (servers != null && !servers.toString().isBlank()) {
      return null;
    }
    String ignored = springs(environment);
    return "The lock client has no address of Kafka: lockarbiter.client.kafka.bootstrap.servers is not set, and "
        + (ignored == null
            ? SPRINGS + " is not either."
            : "%s=%s counts only with Spring's Kafka on the class path, which is not there."
                .formatted(SPRINGS, ignored));
  }

  /** The first broker counts where they are a list. */
  private static @Nullable String springs(Environment environment) {
    String one = environment.getProperty(SPRINGS);
    return one == null ? environment.getProperty(SPRINGS + "[0]") : one;
  }
}
