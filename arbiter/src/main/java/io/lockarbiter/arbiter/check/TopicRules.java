package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the three topics must be like. */
final class TopicRules {
  /** Longer than any event, and than a dead letter with all its headers. */
  static final long MIN_MESSAGE_BYTES = 640 * 1024;

  private final String bootstrapServers;
  private final int partitions;
  private final List<Finding> findings = new ArrayList<>();

  TopicRules(String bootstrapServers, int partitions) {
    this.bootstrapServers = bootstrapServers;
    this.partitions = partitions;
  }

  List<Finding> findings() {
    return findings;
  }

  void commands(TopicFacts topic) {
    partitions(topic);
    Map<String, String> settings = settings(topic);
    require(
        topic,
        settings,
        "message.timestamp.type",
        "LogAppendTime",
        "leases would follow the senders' clocks");
    require(
        topic,
        settings,
        "cleanup.policy",
        "delete",
        "commands would vanish from the middle of the log");
    requireNoUncleanElection(topic, settings);
  }

  void events(TopicFacts topic) {
    partitions(topic);
    Map<String, String> settings = settings(topic);
    require(
        topic,
        settings,
        "message.timestamp.type",
        "LogAppendTime",
        "readers could not tell how old a decision is");
    require(
        topic,
        settings,
        "cleanup.policy",
        "delete",
        "decisions would vanish from the middle of the log");
    requireNoUncleanElection(topic, settings);
    messageBytes(topic, settings);
    retention(topic, settings);
  }

  void deadLetters(TopicFacts topic) {
    messageBytes(topic, settings(topic));
  }

  private Map<String, String> settings(TopicFacts topic) {
    if (topic.settings() != null) {
      return topic.settings();
    }
    findings.add(
        Finding.warning(
            "the settings of %s may not be read and are not verified. Fix: grant DescribeConfigs on the topic to the arbiter"
                .formatted(topic.name())));
    return Map.of();
  }

  private void partitions(TopicFacts topic) {
    if (topic.partitions() != partitions) {
      findings.add(
          Finding.problem(
              "%s has %d partitions, expected lockarbiter.topics.partitions=%d"
                  .formatted(topic.name(), topic.partitions(), partitions),
              "accounts would be looked for in the wrong partition",
              "start with --lockarbiter.topics.partitions=%d if commands and events both have that many; a topic that grew needs a new lockarbiter.deployment with new topics"
                  .formatted(topic.partitions())));
    }
  }

  private void requireNoUncleanElection(TopicFacts topic, Map<String, String> settings) {
    require(
        topic,
        settings,
        "unclean.leader.election.enable",
        "false",
        "a broker that missed records could become leader and the log would change its past");
  }

  private void require(
      TopicFacts topic,
      Map<String, String> settings,
      String name,
      String expected,
      String consequence) {
    String actual = settings.get(name);
    if (actual != null && !actual.equals(expected)) {
      findings.add(
          Finding.problem(
              "%s has %s=%s, expected %s".formatted(topic.name(), name, actual, expected),
              consequence,
              alter(topic, name, expected)));
    }
  }

  private void messageBytes(TopicFacts topic, Map<String, String> settings) {
    String actual = settings.get("max.message.bytes");
    if (actual != null && Long.parseLong(actual) < MIN_MESSAGE_BYTES) {
      findings.add(
          Finding.problem(
              "%s has max.message.bytes=%s, expected at least %d"
                  .formatted(topic.name(), actual, MIN_MESSAGE_BYTES),
              "a large record could never be written and would hold up its partition",
              alter(topic, "max.message.bytes", Long.toString(MIN_MESSAGE_BYTES))));
    }
  }

  private void retention(TopicFacts topic, Map<String, String> settings) {
    long longest = Settings.MAX_LEASE_MS + Settings.MAX_WAIT_MS;
    String actual = settings.get("retention.ms");
    if (actual != null && !actual.equals("-1") && Long.parseLong(actual) <= longest) {
      findings.add(
          Finding.problem(
              "%s has retention.ms=%s, expected more than longest lease + longest wait = %d"
                  .formatted(topic.name(), actual, longest),
              "a lock could be live and its events gone, so that lost state could not be rebuilt",
              alter(topic, "retention.ms", "86400000")));
    }
    String bytes = settings.get("retention.bytes");
    if (bytes != null && !bytes.equals("-1")) {
      findings.add(
          Finding.warning(
              "%s has retention.bytes=%s; under load it may keep less than the longest lease + longest wait of %d ms. Fix: %s"
                  .formatted(topic.name(), bytes, longest, alter(topic, "retention.bytes", "-1"))));
    }
  }

  private String alter(TopicFacts topic, String name, String value) {
    return "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config %s=%s"
        .formatted(bootstrapServers, topic.name(), name, value);
  }
}
