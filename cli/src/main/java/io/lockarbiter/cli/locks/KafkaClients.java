package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.service.RootCause;
import java.util.Map;
import java.util.function.Function;

/**
 * Opens the clients with which commands act.
 *
 * @param name the name of the clients, in letters
 * @param opener opens a client on Kafka
 */
record KafkaClients(String name, Function<LockClientOptions, LockClient> opener) {
  /** Those of commands that act on a kind of lock. */
  KafkaClients(Protection kind, Function<LockClientOptions, LockClient> opener) {
    this(kind.words().replace("-", ""), opener);
  }

  /**
   * Opens a client.
   *
   * @param deployment the one that it is for
   * @throws IllegalStateException if Kafka is out of reach; the message says so to a user
   */
  LockClient open(KafkaOptions kafka, TargetDeployment deployment) {
    Map<String, Object> settings = kafka.settings();
    try {
      return opener.apply(
          LockClientOptions.of(settings).withTopicPrefix(deployment.topicPrefix()).withName(name));
    } catch (ArbiterUnreachableException e) {
      throw new IllegalStateException(
          "nothing was done, as Kafka at %s cannot be reached: %s. Fix: --kafka=HOST:PORT of brokers that answer, with --kafka-config for TLS and a login that may write lock.commands and read lock.events"
              .formatted(settings.get("bootstrap.servers"), RootCause.of(e).getMessage()),
          e);
    }
  }
}
