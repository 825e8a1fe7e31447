package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A deployment on a {@link Cluster}: its topics, group and keys are nobody else's. What is opened
 * here is closed with it, the last first. Used by one thread.
 */
final class Deployment implements AutoCloseable {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final EmbeddedInfrastructure infrastructure;
  private final String name;
  private int partitions = 3;
  private @Nullable KafkaLog log;

  Deployment(EmbeddedInfrastructure infrastructure, String name) {
    this.infrastructure = infrastructure;
    this.name = name;
  }

  /** Has another number of partitions than three; said before anything is started. */
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

  /** What leads in the names of its topics. */
  String prefix() {
    return name + ".";
  }

  int partitions() {
    return partitions;
  }

  /**
   * What an arbiter of this deployment is started with; takes over from a dead one within seconds.
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

  /** Starts an arbiter in this JVM. */
  ArbiterNode arbiter() {
    return arbiter(settings(), new Faults());
  }

  ArbiterNode arbiter(String setting, String value) {
    return arbiter(settings(setting, value), new Faults());
  }

  ArbiterNode arbiter(Map<String, String> settings, Faults faults) {
    return closedWithThis(ArbiterNode.start(infrastructure, settings, faults));
  }

  /** Starts an arbiter in a process of its own. */
  JavaProcess process(Map<String, String> settings) {
    return closedWithThis(ArbiterProcess.start(infrastructure, settings));
  }

  /**
   * The same of another build.
   *
   * @param build what it has otherwise than this one, found before it
   */
  JavaProcess process(Map<String, String> settings, Path build) {
    return closedWithThis(ArbiterProcess.start(infrastructure, settings, build));
  }

  /** Lets commands come without pause. */
  Load load() {
    return closedWithThis(Load.on(log()));
  }

  /** The topics as a stranger sees them. */
  KafkaLog log() {
    KafkaLog open = log;
    if (open == null) {
      open = closedWithThis(new KafkaLog(this));
      log = open;
    }
    return open;
  }

  /** How clients find it. */
  LockClientOptions clientOptions() {
    return LockClientOptions.of(brokers()).withTopicPrefix(prefix());
  }

  private <T extends AutoCloseable> T closedWithThis(T resource) {
    opened.push(resource);
    return resource;
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

  /** An account whose commands belong to a partition. */
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
    if (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } finally {
        close();
      }
    }
  }
}
