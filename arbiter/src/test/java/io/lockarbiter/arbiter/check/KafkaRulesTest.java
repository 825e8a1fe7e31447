package io.lockarbiter.arbiter.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaRulesTest {

  private int partitions = 12;
  private int transactionVersion = 2;
  private final Duration transactionTimeout = Duration.ofMinutes(1);
  private @Nullable Map<String, String> broker =
      new HashMap<>(Map.of("transaction.max.timeout.ms", "60000"));
  private int replicas = 3;
  private @Nullable Map<String, String> commands = uncompressedLog();
  private @Nullable Map<String, String> events = log();
  private final Map<String, String> deadLetters =
      new HashMap<>(Map.of("max.message.bytes", "1048588"));

  @Test
  void goodCluster_isNotComplainedAbout() {
    assertThat(findings()).isEmpty();
  }

  @Test
  void sendersTime_isRefusedWithTheCommandThatMendsIt() {
    set(commands, "message.timestamp.type", "CreateTime");

    assertThat(findings())
        .containsExactly(
            new Finding(
                true,
                "lock.commands has message.timestamp.type=CreateTime, expected LogAppendTime; leases would follow the senders' clocks. Fix: kafka-configs.sh --bootstrap-server kafka:9092 --alter --entity-type topics --entity-name lock.commands --add-config message.timestamp.type=LogAppendTime"));
  }

  @Test
  void compactedCommands_areRefused() {
    set(commands, "cleanup.policy", "compact");

    assertRefused("lock.commands has cleanup.policy=compact, expected delete; ");
  }

  @Test
  void commandsAsTheirSendersCompressThem_areRefused() {
    set(commands, "compression.type", "producer");

    assertRefused("lock.commands has compression.type=producer, expected uncompressed; ");
    assertThat(findings().get(0).text())
        .contains("--entity-name lock.commands --add-config compression.type=uncompressed");
  }

  @Test
  void uncleanElection_isRefused() {
    set(commands, "unclean.leader.election.enable", "true");
    set(events, "unclean.leader.election.enable", "true");

    assertRefused(
        "lock.commands has unclean.leader.election.enable=true, expected false; ",
        "lock.events has unclean.leader.election.enable=true, expected false; ");
  }

  @Test
  void compactedEventsWithSendersTime_areRefusedTwice() {
    set(events, "message.timestamp.type", "CreateTime");
    set(events, "cleanup.policy", "compact,delete");

    assertRefused(
        "lock.events has message.timestamp.type=CreateTime, expected LogAppendTime; ",
        "lock.events has cleanup.policy=compact,delete, expected delete; ");
  }

  @Test
  void otherNumberOfPartitions_isRefused() {
    partitions = 6;

    assertRefused(
        "lock.commands has 12 partitions, expected lockarbiter.topics.partitions=6; ",
        "lock.events has 12 partitions, expected lockarbiter.topics.partitions=6; ");
    assertThat(findings().get(0).text()).contains("--lockarbiter.topics.partitions=12");
  }

  @Test
  void eventsKeptNoLongerThanALockMayLive_areRefused() {
    set(events, "retention.ms", "1260000");
    assertRefused(
        "lock.events has retention.ms=1260000, expected more than longest lease + longest wait + repeat window = 1260000; ");

    set(events, "retention.ms", "1260001");
    assertThat(findings()).isEmpty();
    set(events, "retention.ms", "-1");
    assertThat(findings()).isEmpty();
  }

  @Test
  void commandsThatMayBeGoneBeforeAStateIsDecidedAnew_areRefused() {
    set(commands, "retention.ms", "60000");

    assertRefused(
        "lock.commands has retention.ms=60000, expected more than longest lease + longest wait + repeat window = 1260000; commands could be gone before they are decided");
  }

  @Test
  void topicTooSmallForTheLargestCommands_isRefused() {
    set(commands, "max.message.bytes", "65536");

    assertRefused("lock.commands has max.message.bytes=65536, expected at least 131072; ");
  }

  /** A log may have such records already, and the arbiter survives them. */
  @Test
  void commandsThatMayTakeMuchOfTheHeap_areWarnedAbout() {
    set(commands, "max.message.bytes", "1048588");

    assertThat(findings())
        .containsExactly(
            Finding.warning(
                "lock.commands has max.message.bytes=1048588, expected 131072; the headers of one such record may take 80 MB of an arbiter's heap. Fix: kafka-configs.sh --bootstrap-server kafka:9092 --alter --entity-type topics --entity-name lock.commands --add-config max.message.bytes=131072"));
  }

  @Test
  void largestRecord_isTooLargeForASmallHeapOnly() {
    LargestRecord small = new LargestRecord(131_072);
    LargestRecord large = new LargestRecord(1_048_588);

    assertThat(small.isTooLarge(8, 256 << 20)).as("80 MB in half of 256").isFalse();
    assertThat(large.isTooLarge(8, 1 << 30)).as("640 MB in half of 1 GB").isTrue();
    assertThat(large.isTooLarge(8, 2L << 30)).isFalse();
  }

  @Test
  void singleCopies_areWarnedAboutInOneLine() {
    replicas = 1;
    set(commands, "min.insync.replicas", "1");
    set(events, "min.insync.replicas", "1");

    assertThat(findings()).extracting(Finding::refuses).containsExactly(false);
    assertThat(findings().get(0).text())
        .startsWith(
            "lock.commands has replicas=1 min.insync.replicas=1, lock.events has replicas=1 min.insync.replicas=1; a broker that is lost")
        .contains("Fix: three replicas");
  }

  @Test
  void writesThatOneBrokerAloneMayHave_areWarnedAbout() {
    set(events, "min.insync.replicas", "1");

    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isFalse();
              assertThat(finding.text())
                  .startsWith("lock.events has replicas=3 min.insync.replicas=1; ");
            });
  }

  @Test
  void moreCopiesWantedThanThereAre_areRefused() {
    replicas = 2;
    set(events, "min.insync.replicas", "3");

    assertRefused("lock.events has min.insync.replicas=3 and replicas=2; ");
  }

  @Test
  void strangersTransactionsLongerThanALease_areWarnedAbout() {
    set(broker, "transaction.max.timeout.ms", "900000");

    assertThat(findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isFalse();
              assertThat(finding.text())
                  .startsWith("the brokers have transaction.max.timeout.ms=900000; ")
                  .contains("Fix: ");
            });
  }

  @Test
  void eventsKeptBySize_areWarnedAbout() {
    set(events, "retention.bytes", "1000000");

    assertThat(findings()).extracting(Finding::refuses).containsExactly(false);
    assertThat(findings().get(0).text()).startsWith("lock.events has retention.bytes=1000000; ");
  }

  @Test
  void smallMessages_areRefused() {
    set(events, "max.message.bytes", "1000");
    set(deadLetters, "max.message.bytes", "2000");

    assertRefused(
        "lock.events has max.message.bytes=1000, expected at least 655360; ",
        "lock.commands.dlt has max.message.bytes=2000, expected at least 655360; ");
  }

  @Test
  void oldTransactions_areRefused() {
    transactionVersion = 1;

    assertRefused("the Kafka cluster has transaction.version=1, expected 2; ");
    assertThat(findings().get(0).text())
        .contains(
            "kafka-features.sh --bootstrap-server kafka:9092 upgrade --feature transaction.version=2");
  }

  @Test
  void transactionsLongerThanBrokersAllow_areRefused() {
    set(broker, "transaction.max.timeout.ms", "4000");

    assertRefused(
        "lockarbiter.kafka.transaction-timeout=60000ms, expected at most the brokers' transaction.max.timeout.ms=4000; ");
  }

  @Test
  void settingsThatMayNotBeRead_areWarnedAboutAndNotRefused() {
    commands = null;
    events = null;
    broker = null;

    assertThat(findings()).extracting(Finding::refuses).containsOnly(false);
    assertThat(findings())
        .extracting(Finding::text)
        .satisfiesExactly(
            text -> assertThat(text).startsWith("the settings of lock.commands may not be read"),
            text -> assertThat(text).startsWith("the settings of lock.events may not be read"),
            text -> assertThat(text).startsWith("the brokers' settings may not be read"));
  }

  private void assertRefused(String... facts) {
    assertThat(findings()).allMatch(Finding::refuses).hasSameSizeAs(facts);
    for (int i = 0; i < facts.length; i++) {
      assertThat(findings().get(i).text()).startsWith(facts[i]).contains(". Fix: ");
    }
  }

  private List<Finding> findings() {
    return new KafkaRules(Settings.DEFAULT.with(Setting.PARTITIONS, partitions), transactionTimeout)
        .findings(
            new KafkaFacts(
                "kafka:9092",
                "cluster",
                transactionVersion,
                broker,
                new TopicFacts("lock.commands", "id1", 12, replicas, commands),
                new TopicFacts("lock.events", "id2", 12, replicas, events),
                new TopicFacts("lock.commands.dlt", "id3", 1, 1, deadLetters)));
  }

  private static void set(@Nullable Map<String, String> settings, String name, String value) {
    if (settings == null) {
      throw new IllegalStateException("no settings");
    }
    settings.put(name, value);
  }

  private static Map<String, String> uncompressedLog() {
    Map<String, String> settings = log();
    settings.put("compression.type", "uncompressed");
    settings.put("max.message.bytes", "131072");
    return settings;
  }

  private static Map<String, String> log() {
    return new HashMap<>(
        Map.of(
            "message.timestamp.type", "LogAppendTime",
            "cleanup.policy", "delete",
            "unclean.leader.election.enable", "false",
            "retention.ms", "604800000",
            "retention.bytes", "-1",
            "compression.type", "producer",
            "min.insync.replicas", "2",
            "max.message.bytes", "1048588"));
  }
}
