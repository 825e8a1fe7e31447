package io.lockarbiter.sandbox.demo;

import io.lockarbiter.sandbox.embedded.EmbeddedKafka;
import io.lockarbiter.sandbox.embedded.Infrastructure;
import io.lockarbiter.sandbox.embedded.KafkaOptions;
import io.lockarbiter.sandbox.embedded.RedisPair;

/** A broker in this JVM, and a Redis with a replica beside it. */
record ReplicatedInfrastructure(EmbeddedKafka kafka, RedisPair redis) implements Infrastructure {

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

  @Override
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  @Override
  public String redisAddress() {
    return redis.address();
  }

  @Override
  public void close() {
    try {
      kafka.close();
    } finally {
      redis.close();
    }
  }
}
