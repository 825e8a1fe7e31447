package io.lockarbiter.embedded.server;

import java.util.Map;
import java.util.Properties;

/**
 * The settings of an embedded broker: quick to start, small on disk and in memory, and quick with
 * the next transaction of a producer whose last one is still being ended.
 */
final class BrokerProperties {
  static final String CONTROLLER = "CONTROLLER";

  private static final Map<String, String> FIXED =
      Map.ofEntries(
          Map.entry("process.roles", "broker,controller"),
          Map.entry("controller.listener.names", CONTROLLER),
          Map.entry("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT"),
          Map.entry("add.partitions.to.txn.retry.backoff.ms", "1"),
          Map.entry("auto.create.topics.enable", "false"),
          Map.entry("default.replication.factor", "1"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("group.min.session.timeout.ms", "1000"),
          Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
          Map.entry("log.index.size.max.bytes", "1048576"),
          Map.entry("log.preallocate", "false"),
          Map.entry("log.segment.bytes", "134217728"),
          Map.entry("min.insync.replicas", "1"),
          Map.entry("num.io.threads", "3"),
          Map.entry("num.network.threads", "2"),
          Map.entry("num.recovery.threads.per.data.dir", "1"),
          Map.entry("offsets.topic.num.partitions", "4"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("offsets.topic.segment.bytes", "16777216"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("transaction.state.log.num.partitions", "4"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.segment.bytes", "16777216"));

  private BrokerProperties() {}

  static Properties of(
      int port, KafkaMember member, String directory, Map<String, String> overrides) {
    Properties properties = new Properties();
    properties.putAll(FIXED);
    String clients = "PLAINTEXT://" + Ports.HOST + ":" + port;
    String controller = Ports.HOST + ":" + member.controllerPort();
    properties.put("node.id", Integer.toString(member.node()));
    properties.put("listeners", clients + "," + CONTROLLER + "://" + controller);
    properties.put("advertised.listeners", clients);
    properties.put("controller.quorum.voters", member.voters());
    properties.put("log.dirs", directory);
    properties.putAll(overrides);
    return properties;
  }
}
