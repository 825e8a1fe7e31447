package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requirements on a Kafka cluster and its topics. */
public final class KafkaRules {
  private static final int TRANSACTION_VERSION = 2;
  private static final String MAX_TIMEOUT = "transaction.max.timeout.ms";

  private final Settings settings;
  private final Duration transactionTimeout;

  /**
   * Rules for a deployment.
   *
   * @param settings the settings that each partition should have
   */
  public KafkaRules(Settings settings, Duration transactionTimeout) {
    this.settings = settings;
    this.transactionTimeout = transactionTimeout;
  }

  /** The problems in the facts. */
  public List<Finding> findings(KafkaFacts facts) {
    TopicRules topics = new TopicRules(facts.bootstrapServers(), settings);
    topics.commands(facts.commands());
    topics.events(facts.events());
    topics.deadLetters(facts.deadLetters());
    topics.copies(facts.commands(), facts.events());
    List<Finding> findings = new ArrayList<>(topics.findings());
    if (facts.transactionVersion() < TRANSACTION_VERSION) {
      findings.add(
          Finding.problem(
              "the Kafka cluster has transaction.version=%d, expected %d"
                  .formatted(facts.transactionVersion(), TRANSACTION_VERSION),
              "a late message of an old transaction could end up in a new one",
              "kafka-features.sh --bootstrap-server %s upgrade --feature transaction.version=%d (brokers 4.0 or newer)"
                  .formatted(facts.bootstrapServers(), TRANSACTION_VERSION)));
    }
    broker(facts.broker(), findings);
    return findings;
  }

  private void broker(@Nullable Map<String, String> broker, List<Finding> findings) {
    if (broker == null) {
      findings.add(
          Finding.warning(
              "the brokers' settings may not be read; %s is not verified. Fix: grant DescribeConfigs on the cluster to the arbiter"
                  .formatted(MAX_TIMEOUT)));
      return;
    }
    long timeout = transactionTimeout.toMillis();
    String longest = broker.get(MAX_TIMEOUT);
    if (longest != null && timeout > Long.parseLong(longest)) {
      findings.add(
          Finding.problem(
              "lockarbiter.kafka.transaction-timeout=%dms, expected at most the brokers' %s=%s"
                  .formatted(timeout, MAX_TIMEOUT, longest),
              "the brokers would refuse every transaction",
              "start with --lockarbiter.kafka.transaction-timeout=" + longest + "ms"));
    }
    if (longest != null && Long.parseLong(longest) > Settings.MAX_LEASE_MS) {
      findings.add(
          Finding.warning(
              "the brokers have %s=%s; a stranger's transaction on the command log that is never ended holds up its partition for that long, and every lease may run out meanwhile. Fix: set %s=60000 in the brokers' server.properties unless somebody needs longer ones, and leave Write on TransactionalId to those who need it"
                  .formatted(MAX_TIMEOUT, longest, MAX_TIMEOUT)));
    }
  }
}
