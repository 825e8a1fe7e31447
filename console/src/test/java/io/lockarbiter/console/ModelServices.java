package io.lockarbiter.console;

import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.ForceReleases;
import io.lockarbiter.console.kafka.LifeReader;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * The beans that the model replaces: Redis, and a producer and a look-back that reach no broker.
 */
@TestConfiguration(proxyBeanMethods = false)
public class ModelServices {
  @Bean
  ConsoleTopics consoleTopics() {
    return new ConsoleTopics("lock.commands", "lock.events", 1);
  }

  @Bean
  ReferenceLockStore lockStore() {
    return new ReferenceLockStore();
  }

  @Bean
  MockProducer<byte[], byte[]> mockProducer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Bean
  ForceReleases forceReleases(MockProducer<byte[], byte[]> producer) {
    return new ForceReleases(() -> producer, "lock.commands", Duration.ofSeconds(1));
  }

  @Bean
  LifeReader lifeReader(ConsoleTopics topics) {
    return new LifeReader(
        () -> {
          throw new KafkaException("there is no broker in this test");
        },
        topics,
        InstantSource.system());
  }

  /** Time stands still until a test moves it. */
  @Bean
  InstantSource clock(ModelArbiter arbiter) {
    return () -> Instant.ofEpochMilli(arbiter.at());
  }

  @Bean
  MovingPositions positions() {
    return new MovingPositions();
  }

  @Bean
  ModelArbiter modelArbiter(ReferenceLockStore store, EventHub hub) {
    return new ModelArbiter(store, hub);
  }
}
