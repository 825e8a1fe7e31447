package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The requirements on the three topics. */
final class TopicRules {
  /**
   * Least {@code max.message.bytes}: longer than any event, and than a dead letter, with all
   * headers.
   */
  static final long MIN_MESSAGE_BYTES = 640 * 1024;

  /**
   * The {@code max.message.bytes} of commands: longer than any command with its key and some
   * headers, and not much longer, because headers take up to 80 times as much of the heap.
   */
  static final long COMMAND_BYTES = 2L * CommandCodec.MAX_BYTES;

  static final String MESSAGE_BYTES = "max.message.bytes";

  private static final String TOO_SMALL =
      "a large record could never be written and would hold up its partition";
  private static final String COPIES = "min.insync.replicas";

  private final String bootstrapServers;
  private final int partitions;
  private final long keptMs;
  private final List<Finding> findings = new ArrayList<>();

  TopicRules(String bootstrapServers, Settings settings) {
    this.bootstrapServers = bootstrapServers;
    this.partitions = settings.get(Setting.PARTITIONS);
    this.keptMs =
        Settings.MAX_LEASE_MS
            + Settings.MAX_WAIT_MS
            + Math.max(settings.get(Setting.REPEAT_WINDOW_MS), settings.get(Setting.WINDOW_MS));
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
    require(
        topic,
        settings,
        "compression.type",
        "uncompressed",
        "a record of a few KB may unpack to hundreds of MB, and would end every arbiter that reads it");
    requireNoUncleanElection(topic, settings);
    messageBytes(topic, settings, COMMAND_BYTES, "the largest commands could not be sent");
    largestCommand(topic, settings);
    retention(
        topic,
        settings,
        "commands could be gone before they are decided, or before a lost state is decided anew from them");
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
    messageBytes(topic, settings, MIN_MESSAGE_BYTES, TOO_SMALL);
    retention(
        topic,
        settings,
        "a lock could be live and its events gone, so that lost state could not be rebuilt");
  }

  void deadLetters(TopicFacts topic) {
    messageBytes(topic, settings(topic), MIN_MESSAGE_BYTES, TOO_SMALL);
  }

  /** Warns in one line about all logs with records that only one broker may have. */
  void copies(TopicFacts... logs) {
    List<String> single = new ArrayList<>();
    for (TopicFacts log : logs) {
      String least = log.settings() == null ? null : log.settings().get(COPIES);
      if (least != null && Integer.parseInt(least) > log.replicas()) {
        findings.add(
            Finding.problem(
                "%s has %s=%s and replicas=%d".formatted(log.name(), COPIES, least, log.replicas()),
                "the brokers would refuse every record",
                alter(log, COPIES, Integer.toString(Math.max(1, log.replicas() - 1)))));
      } else if (log.replicas() == 1 || "1".equals(least)) {
        single.add(
            "%s has replicas=%d %s=%s"
                .formatted(log.name(), log.replicas(), COPIES, least == null ? "unknown" : least));
      }
    }
    if (!single.isEmpty()) {
      findings.add(
          Finding.warning(
              "%s; a broker that is lost may take with it what no other has. Fix: three replicas (kafka-reassign-partitions.sh), then kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name TOPIC --add-config %s=2"
                  .formatted(String.join(", ", single), bootstrapServers, COPIES)));
    }
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

  private void messageBytes(
      TopicFacts topic, Map<String, String> settings, long least, String consequence) {
    String actual = settings.get(MESSAGE_BYTES);
    if (actual != null && Long.parseLong(actual) < least) {
      findings.add(
          Finding.problem(
              "%s has max.message.bytes=%s, expected at least %d"
                  .formatted(topic.name(), actual, least),
              consequence,
              alter(topic, MESSAGE_BYTES, Long.toString(least))));
    }
  }

  /** Warns only, because a log may have larger records already; the arbiter survives them. */
  private void largestCommand(TopicFacts topic, Map<String, String> settings) {
    String actual = settings.get(MESSAGE_BYTES);
    if (actual != null && Long.parseLong(actual) > COMMAND_BYTES) {
      findings.add(
          Finding.warning(
              "%s has max.message.bytes=%s, expected %d; the headers of one such record may take %d MB of an arbiter's heap. Fix: %s"
                  .formatted(
                      topic.name(),
                      actual,
                      COMMAND_BYTES,
                      LargestRecord.of(topic).heapMb(),
                      alter(topic, MESSAGE_BYTES, Long.toString(COMMAND_BYTES)))));
    }
  }

  private void retention(TopicFacts topic, Map<String, String> settings, String consequence) {
    String actual = settings.get("retention.ms");
    if (actual != null && !actual.equals("-1") && Long.parseLong(actual) <= keptMs) {
      findings.add(
          Finding.problem(
              "%s has retention.ms=%s, expected more than longest lease + longest wait + repeat window = %d"
                  .formatted(topic.name(), actual, keptMs),
              consequence,
              alter(topic, "retention.ms", "86400000")));
    }
    String bytes = settings.get("retention.bytes");
    if (bytes != null && !bytes.equals("-1")) {
      findings.add(
          Finding.warning(
              "%s has retention.bytes=%s; under load it may keep less than the longest lease + longest wait + repeat window of %d ms. Fix: %s"
                  .formatted(topic.name(), bytes, keptMs, alter(topic, "retention.bytes", "-1"))));
    }
  }

  private String alter(TopicFacts topic, String name, String value) {
    return "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config %s=%s"
        .formatted(bootstrapServers, topic.name(), name, value);
  }
}
