package io.lockarbiter.service.kafka;

import io.lockarbiter.contracts.schema.Topic;
import io.lockarbiter.service.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The topics.
 *
 * @param prefix the text before {@code lock.commands}, {@code lock.events} and {@code
 *     lock.commands.dlt}, such as {@code eu1.}
 * @param create whether missing topics are created at start-up
 * @param partitions number of partitions of commands and events; part of the deployment's identity
 * @param replicationFactor the replication factor of topics created here; the broker's default if
 *     not set
 */
public record TopicProperties(
    @DefaultValue("") String prefix,
    @DefaultValue("true") boolean create,
    @DefaultValue("12") int partitions,
    @Nullable Short replicationFactor) {

  /** Checks the values. */
  public TopicProperties {
    Range.require(
        prefix.matches("[A-Za-z0-9._-]{0,200}"),
        "lockarbiter.topics.prefix",
        prefix,
        "letters, digits, dots, dashes, underscores");
    Range.atLeast("lockarbiter.topics.partitions", partitions, 1);
    Range.require(
        replicationFactor == null || replicationFactor > 0,
        "lockarbiter.topics.replication-factor",
        String.valueOf(replicationFactor),
        "at least 1");
  }

  /** Name of the topic of commands. */
  public String commands() {
    return prefix + Topic.COMMANDS.text();
  }

  /** Name of the topic of events. */
  public String events() {
    return prefix + Topic.EVENTS.text();
  }

  /** Name of the topic of records whose sender cannot be answered. */
  public String deadLetters() {
    return prefix + Topic.DEAD_LETTERS.text();
  }
}
