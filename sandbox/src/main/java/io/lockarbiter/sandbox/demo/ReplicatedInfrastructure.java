package io.lockarbiter.sandbox.demo;

import io.lockarbiter.sandbox.embedded.EmbeddedKafka;
import io.lockarbiter.sandbox.embedded.KafkaOptions;
import io.lockarbiter.sandbox.embedded.RedisPair;
import io.lockarbiter.sandbox.embedded.StartedInfrastructure;

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
