package io.lockarbiter.sandbox.e2e;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.sandbox.embedded.Infrastructure;
import java.util.HashMap;
import java.util.Map;

/**
 * A deployment of its own on shared infrastructure: its topics, group and keys are nobody else's.
 */
record Deployment(Infrastructure infrastructure, String name, int partitions) {
  /**
   * What an arbiter of this deployment is started with; takes over from a dead one within seconds.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.deployment", name);
    settings.put("lockarbiter.topics.prefix", name + ".");
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

  String commands() {
    return name + ".lock.commands";
  }

  String events() {
    return name + ".lock.events";
  }

  String deadLetters() {
    return name + ".lock.commands.dlt";
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
}
