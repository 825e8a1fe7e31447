package io.lockarbiter.arbiter.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings under {@code spring.kafka} that the arbiter's clients must not have, because they could
 * not take effect or would break a guarantee. Defaults of other programs (deserializers, isolation
 * level, time-outs that follow from the arbiter's own settings) are overridden silently.
 */
public final class ClientRules {
  private static final String ANY = "nothing";

  /**
   * A setting that is refused.
   *
   * @param expected the only accepted values, separated by commas; {@link #ANY} if there is none
   */
  private record Forbidden(String name, String expected, String consequence) {
    boolean isMetBy(String value) {
      return List.of(expected.toLowerCase(Locale.ROOT).split(", ", -1))
          .contains(value.toLowerCase(Locale.ROOT));
    }
  }

  private static final Forbidden INTERCEPTORS =
      new Forbidden(
          "interceptor.classes", ANY, "code of others could drop or change what is decided");

  private static final List<Forbidden> OF_CONSUMERS =
      List.of(
          new Forbidden(
              "group.instance.id",
              ANY,
              "all listener threads of this instance would have it and fence each other"),
          new Forbidden(
              "group.protocol",
              "classic",
              "its client looks for a committed position before the arbiter can name one, and dies"),
          new Forbidden(
              "group.remote.assignor", ANY, "it belongs to a group protocol that is not used"),
          new Forbidden(
              "partition.assignment.strategy",
              "io.lockarbiter.arbiter.kafka.ArbiterAssignor",
              "strangers in the group would get partitions, and those that stay where they are would stop at every change"),
          new Forbidden(
              "enable.auto.commit",
              "false",
              "positions are committed with the events; others would lose commands"),
          new Forbidden(
              "auto.offset.reset",
              "none",
              "where a position is missing, commands would be skipped or read from anywhere"),
          INTERCEPTORS);

  private static final List<Forbidden> OF_PRODUCERS =
      List.of(
          new Forbidden(
              "transactional.id",
              ANY,
              "each partition has an id of its own, which fences the owner before"),
          new Forbidden(
              "enable.idempotence", "true", "events could be written twice, or in another order"),
          new Forbidden("acks", "all, -1", "a broker that is lost could take events with it"),
          INTERCEPTORS);

  private ClientRules() {}

  /**
   * The problems of the properties under {@code spring.kafka}.
   *
   * @param deployment the name of the consumer group
   */
  public static List<Finding> findings(
      Map<String, Object> consumer, Map<String, Object> producer, String deployment) {
    List<Finding> findings = new ArrayList<>();
    OF_CONSUMERS.forEach(rule -> judge("consumer", consumer, rule, findings));
    judge(
        "consumer",
        consumer,
        new Forbidden(
            "group.id",
            deployment,
            "the group is named by lockarbiter.deployment, as are keys and transactional ids"),
        findings);
    OF_PRODUCERS.forEach(rule -> judge("producer", producer, rule, findings));
    Object bytes = producer.get("max.request.size");
    if (bytes != null && Long.parseLong(String.valueOf(bytes)) < TopicRules.MIN_MESSAGE_BYTES) {
      findings.add(
          problem(
              "producer",
              "max.request.size",
              bytes,
              "at least " + TopicRules.MIN_MESSAGE_BYTES,
              "a large event could never be sent and would hold up its partition"));
    }
    return findings;
  }

  private static void judge(
      String client, Map<String, Object> settings, Forbidden rule, List<Finding> findings) {
    Object value = settings.get(rule.name());
    String text =
        value instanceof List<?> list && list.size() == 1 ? text(list.get(0)) : text(value);
    if (!text.isEmpty() && !rule.isMetBy(text)) {
      findings.add(problem(client, rule.name(), text, rule.expected(), rule.consequence()));
    }
  }

  private static String text(@Nullable Object value) {
    if (value == null || value instanceof List<?> list && list.isEmpty()) {
      return "";
    }
    return value instanceof Class<?> type ? type.getName() : String.valueOf(value);
  }

  private static Finding problem(
      String client, String name, Object value, String expected, String consequence) {
    return Finding.problem(
        "spring.kafka sets %s=%s for the %s, expected %s".formatted(name, value, client, expected),
        consequence,
        "take it out of spring.kafka.%s, spring.kafka.properties and the environment"
            .formatted(client));
  }
}
