package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.RedisPair;
import io.lockarbiter.embedded.server.StartedInfrastructure;

/** A broker in this JVM, and a Redis with a replica beside it. */
record ReplicatedInfrastructure(EmbeddedKafka kafka, RedisPair redis)
    implements StartedInfrastructure {

  /** Starts both on free ports, with nothing stored. */
  static ReplicatedInfrastructure start() throws InterruptedException {
    RedisPair pair = RedisPair.start(null);
    try {
      return new ReplicatedInfrastructure(EmbeddedKafka.start(KafkaOptions.DEFAULT), pair);
    } catch (RuntimeException e) {
      pair.close();
      throw e;
    }
  }
}
