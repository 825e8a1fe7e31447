package io.lockarbiter.console.config;

import io.lockarbiter.console.kafka.ConsoleTopics;
import io.lockarbiter.console.kafka.EventFollower;
import io.lockarbiter.console.kafka.ForceReleases;
import io.lockarbiter.console.kafka.LifeReader;
import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.service.RootCause;
import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.kafka.KafkaSettings;
import io.lockarbiter.service.kafka.KafkaWait;
import io.lockarbiter.service.redis.RedisConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.redisson.api.RedissonClient;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

/** The connections to Kafka and Redis; tests of the layers above replace them. */
@Configuration(proxyBeanMethods = false)
@Profile("!without-services")
class ServicesConfiguration {
  private static final int CONNECTIONS = 4;

  private final DeploymentProperties deployment;
  private final ConsoleProperties console;

  ServicesConfiguration(DeploymentProperties deployment, ConsoleProperties console) {
    this.deployment = deployment;
    this.console = console;
  }

  @Bean
  KafkaClients kafkaClients(
      DefaultKafkaConsumerFactory<?, ?> consumers,
      DefaultKafkaProducerFactory<?, ?> producers,
      KafkaAdmin admin) {
    KafkaSettings settings = new KafkaSettings(consumers, producers, admin, console.timeout());
    KafkaWait.of(settings.bootstrapServers(), settings::openAdmin, () -> false)
        .await(deployment.kafka().startTimeout());
    return new KafkaClients(settings);
  }

  @Bean
  ConsoleTopics consoleTopics(KafkaClients clients) {
    String events = deployment.topics().events();
    try (Consumer<byte[], byte[]> consumer = clients.reader()) {
      List<PartitionInfo> partitions = consumer.partitionsFor(events, console.timeout());
      if (partitions == null || partitions.isEmpty()) {
        throw new StartupRefusedException(
            "topic %s does not exist; there is nothing to show. Fix: start an arbiter first, or give lockarbiter.topics.prefix"
                .formatted(events));
      }
      return new ConsoleTopics(deployment.topics().commands(), events, partitions.size());
    } catch (KafkaException e) {
      throw new StartupRefusedException(
          "Kafka at %s did not answer when asked for topic %s, within lockarbiter.console.timeout=%d ms (%s); the console cannot start without. Fix: see that the brokers run and that spring.kafka.bootstrap-servers and spring.kafka.security.* are right"
              .formatted(
                  clients.settings().bootstrapServers(),
                  events,
                  console.timeout().toMillis(),
                  RootCause.of(e)),
          e);
    }
  }

  @Bean(destroyMethod = "shutdown")
  RedissonClient redisson(SslBundles bundles) {
    return RedisConnection.open(deployment.redis(), bundles, CONNECTIONS, 1);
  }

  /** Only the views of this store are called; they need no identity. */
  @Bean
  RedisLockStore lockStore(RedissonClient redisson) {
    return new RedisLockStore(
        redisson,
        deployment.deployment(),
        new LogIdentity("", "", deployment.deployment()),
        deployment.redis().timeout());
  }

  @Bean
  EventFollower eventFollower(
      KafkaClients clients, ConsoleTopics topics, EventHub hub, InstantSource clock) {
    return new EventFollower(
        clients::reader,
        topics,
        hub,
        console.lookBack(),
        console.ringEvents() / topics.partitions(),
        clock);
  }

  /** The present log time, as long as this machine's clock is right. */
  @Bean
  InstantSource clock() {
    return InstantSource.system();
  }

  @Bean
  LifeReader lifeReader(KafkaClients clients, ConsoleTopics topics, InstantSource clock) {
    return new LifeReader(clients::reader, topics, clock);
  }

  @Bean
  ForceReleases forceReleases(KafkaClients clients, ConsoleTopics topics) {
    return new ForceReleases(clients::producer, topics.commands(), console.timeout());
  }

  @Bean
  LogPositions logPositions(KafkaClients clients, ConsoleTopics topics) {
    return new LogPositions(clients.admin(), topics, deployment.deployment(), console.timeout());
  }

  @Bean
  Supplier<LogPositions.Positions> positions(LogPositions positions) {
    return positions::read;
  }
}
