package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A deployment on a {@link Cluster}, with topics, a group and keys of its own. Everything opened
 * here is closed with it, the last first. Used by one thread.
 */
final class Deployment implements AutoCloseable {
  private final Opened opened = new Opened();
  private final EmbeddedInfrastructure infrastructure;
  private final String name;
  private int partitions = 3;
  private @Nullable KafkaLog log;

  Deployment(EmbeddedInfrastructure infrastructure, String name) {
    this.infrastructure = infrastructure;
    this.name = name;
  }

  /** Sets a number of partitions other than three; to be called before anything is started. */
  Deployment withPartitions(int number) {
    partitions = number;
    return this;
  }

  EmbeddedInfrastructure infrastructure() {
    return infrastructure;
  }

  String brokers() {
    return infrastructure.bootstrapServers();
  }

  String name() {
    return name;
  }

  /** Returns the prefix of its topics. */
  String prefix() {
    return name + ".";
  }

  int partitions() {
    return partitions;
  }

  /**
   * Returns the settings of an arbiter of this deployment, which takes over from a dead one within
   * seconds.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.deployment", name);
    settings.put("lockarbiter.topics.prefix", prefix());
    settings.put("lockarbiter.topics.partitions", Integer.toString(partitions));
    settings.put("lockarbiter.concurrency", "2");
    settings.put("spring.kafka.consumer.properties.session.timeout.ms", "4000");
    settings.put("spring.kafka.consumer.properties.heartbeat.interval.ms", "500");
    return settings;
  }

  Map<String, String> settings(String setting, String value) {
    Map<String, String> settings = settings();
    settings.put(setting, value);
    return settings;
  }

  /** Starts a gateway in this JVM and waits until it can send and show everything. */
  EmbeddedGateway gateway() {
    EmbeddedGateway gateway =
        opened.add(
            EmbeddedGateway.start(
                infrastructure, 0, Map.of("lockarbiter.topics.prefix", prefix())));
    GatewayCaller.of(gateway.address(), gateway.key(), "probe").awaitReady();
    return gateway;
  }

  /** Starts an arbiter in this JVM. */
  ArbiterNode arbiter() {
    return arbiter(settings(), new Faults());
  }

  ArbiterNode arbiter(String setting, String value) {
    return arbiter(settings(setting, value), new Faults());
  }

  ArbiterNode arbiter(Map<String, String> settings, Faults faults) {
    return opened.add(ArbiterNode.start(infrastructure, settings, faults));
  }

  /** Starts an arbiter in a process of its own. */
  JavaProcess process(Map<String, String> settings) {
    return opened.add(ArbiterProcess.start(infrastructure, settings));
  }

  /**
   * Starts an arbiter of another build.
   *
   * @param build the files that differ, found before this build's
   */
  JavaProcess process(Map<String, String> settings, Path build) {
    return opened.add(ArbiterProcess.start(infrastructure, settings, build));
  }

  /** Sends commands without pause. */
  Load load() {
    return opened.add(Load.on(log()));
  }

  /** Returns the topics, seen by plain clients. */
  KafkaLog log() {
    KafkaLog open = log;
    if (open == null) {
      open = opened.add(new KafkaLog(this));
      log = open;
    }
    return open;
  }

  /** Returns the options for clients. */
  LockClientOptions clientOptions() {
    return LockClientOptions.of(brokers()).withTopicPrefix(prefix());
  }

  String commands() {
    return prefix() + "lock.commands";
  }

  String events() {
    return prefix() + "lock.events";
  }

  String deadLetters() {
    return prefix() + "lock.commands.dlt";
  }

  /** Returns an account whose commands belong to a partition. */
  String accountIn(int partition) {
    for (int i = 0; ; i++) {
      String account = "acc" + i;
      if (AccountHash.partition(account, partitions) == partition) {
        return account;
      }
    }
  }

  @Override
  public void close() throws Exception {
    opened.close();
  }
}
