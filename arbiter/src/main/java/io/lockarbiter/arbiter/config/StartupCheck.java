package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.check.Finding;
import io.lockarbiter.arbiter.check.KafkaFacts;
import io.lockarbiter.arbiter.check.KafkaFactsReader;
import io.lockarbiter.arbiter.check.KafkaRules;
import io.lockarbiter.arbiter.check.LargestRecord;
import io.lockarbiter.arbiter.check.RedisFacts;
import io.lockarbiter.arbiter.check.RedisRights;
import io.lockarbiter.arbiter.check.RedisRules;
import io.lockarbiter.arbiter.check.StateRules;
import io.lockarbiter.arbiter.check.TopicCreator;
import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.partition.SettingsProposal;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.StoreUnavailableException;
import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.kafka.TopicProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies Kafka and Redis before anything is decided; creates missing topics. */
final class StartupCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartupCheck.class);

  private final ArbiterProperties properties;
  private final KafkaClients clients;
  private final CommandAppender appender;
  private final Settings settings;
  private @Nullable LargestRecord largest;

  StartupCheck(
      ArbiterProperties properties,
      KafkaClients clients,
      CommandAppender appender,
      Settings settings) {
    this.properties = properties;
    this.clients = clients;
    this.appender = appender;
    this.settings = settings;
  }

  /**
   * Verifies Kafka and Redis.
   *
   * @return the identity of the log that the state in Redis belongs to
   */
  LogIdentity verify(RedisFactsReader redis) {
    List<Finding> findings = new ArrayList<>();
    KafkaFacts kafka;
    try (Admin admin = clients.admin()) {
      createTopics(admin);
      kafka = facts(admin);
    }
    largest = kafka.largestRecord();
    findings.addAll(
        new KafkaRules(settings, properties.kafka().transactionTimeout()).findings(kafka));
    List<RedisFacts> masters = redis.read();
    masters.forEach(facts -> findings.addAll(RedisRules.findings(facts, grant())));
    findings.addAll(RedisRules.memoryFindings(masters, settings));
    report(findings);
    return new LogIdentity(kafka.clusterId(), kafka.commands().id(), properties.deployment());
  }

  /** The largest record that may be read, as {@link #verify(RedisFactsReader)} has found it. */
  LargestRecord largestRecord() {
    return Objects.requireNonNull(largest);
  }

  /** Verifies the store's state of the deployment. */
  void verify(LockStore store) {
    try {
      report(StateRules.findings(settings, store::header));
    } catch (StoreUnavailableException e) {
      String problem = String.valueOf(e.getMessage());
      throw new StartupRefusedException(
          problem.contains("NOPERM")
              ? problem + "; nothing can be decided without. Fix: " + grant()
              : problem,
          e);
    }
  }

  private String grant() {
    return RedisRights.grant(properties.redis().username(), properties.deployment());
  }

  private KafkaFacts facts(Admin admin) {
    TopicProperties topics = properties.topics();
    return new KafkaFactsReader(
            admin, clients.bootstrapServers(), properties.kafka().requestTimeout())
        .read(topics.commands(), topics.events(), topics.deadLetters());
  }

  private void createTopics(Admin admin) {
    TopicProperties topics = properties.topics();
    boolean created =
        new TopicCreator(
                admin,
                clients.bootstrapServers(),
                properties.kafka().requestTimeout(),
                topics.partitions(),
                topics.replicationFactor())
            .createMissing(
                topics.commands(), topics.events(), topics.deadLetters(), topics.create())
            .contains(topics.commands());
    if (created) {
      appendSettings();
    }
  }

  /** Appends the settings with which a new log begins, before anybody can write a command to it. */
  private void appendSettings() {
    SettingsChange first = SettingsChange.to(SettingsProposal.forNewLog(settings));
    try {
      CompletableFuture.allOf(
              IntStream.range(0, settings.get(Setting.PARTITIONS))
                  .mapToObj(partition -> appender.append(partition, first))
                  .toArray(CompletableFuture[]::new))
          .join();
    } catch (CompletionException e) {
      LOG.warn("the settings could not be appended to the new topic; tried again later", e);
    }
  }

  static void report(List<Finding> findings) {
    findings.stream()
        .filter(finding -> !finding.refuses())
        .forEach(finding -> LOG.warn(finding.text()));
    List<String> problems = findings.stream().filter(Finding::refuses).map(Finding::text).toList();
    if (!problems.isEmpty()) {
      throw new StartupRefusedException(problems);
    }
  }
}
