package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.check.ClientRules;
import io.lockarbiter.arbiter.kafka.KafkaFacts;
import io.lockarbiter.arbiter.kafka.KafkaServices;
import io.lockarbiter.arbiter.kafka.LogEndsReader;
import io.lockarbiter.arbiter.kafka.LogReaders;
import io.lockarbiter.arbiter.kafka.Polls;
import io.lockarbiter.arbiter.kafka.ProducerAppender;
import io.lockarbiter.arbiter.kafka.ProducerSource;
import io.lockarbiter.arbiter.kafka.TopicIds;
import io.lockarbiter.arbiter.kafka.Topics;
import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.watch.KafkaAnswers;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.service.kafka.KafkaSettings;
import io.lockarbiter.service.kafka.KafkaWait;
import io.lockarbiter.service.kafka.TopicProperties;
import io.lockarbiter.service.redis.RedisConnection;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

/** The connections to Kafka and Redis, checked before use. */
@Configuration(proxyBeanMethods = false)
class ServicesConfiguration {
  private static final int REDIS_THREADS = 2;

  private final ArbiterProperties properties;

  ServicesConfiguration(ArbiterProperties properties) {
    this.properties = properties;
  }

  @Bean
  Settings settings() {
    return properties.settings();
  }

  @Bean
  Topics topics() {
    TopicProperties topics = properties.topics();
    return new Topics(topics.commands(), topics.events(), topics.deadLetters());
  }

  @Bean
  KafkaClients kafkaClients(
      DefaultKafkaConsumerFactory<?, ?> consumers,
      DefaultKafkaProducerFactory<?, ?> producers,
      KafkaAdmin admin,
      ObjectProvider<StopRequest> stop) {
    StartupCheck.report(
        ClientRules.findings(
            consumers.getConfigurationProperties(),
            producers.getConfigurationProperties(),
            properties.deployment()));
    KafkaSettings settings =
        new KafkaSettings(consumers, producers, admin, properties.kafka().requestTimeout());
    KafkaWait.of(
            settings.bootstrapServers(),
            settings::openAdmin,
            () -> stop.stream().anyMatch(StopRequest::isMade))
        .await(properties.kafka().startTimeout());
    return new KafkaClients(settings, properties);
  }

  @Bean
  ProducerSource producerSource(KafkaClients clients) {
    return clients.transactional();
  }

  @Bean
  ProducerAppender commandAppender(KafkaClients clients, Topics topics) {
    return new ProducerAppender(clients.idempotent(), topics.commands());
  }

  @Bean(destroyMethod = "shutdown")
  @Primary
  RedissonClient redisson(SslBundles bundles) {
    return RedisConnection.open(
        properties.redis(), bundles, properties.topics().partitions() + 2, REDIS_THREADS);
  }

  @Bean
  StartupCheck startupCheck(KafkaClients clients, CommandAppender appender, Settings settings) {
    return new StartupCheck(properties, clients, appender, settings);
  }

  /**
   * The identity of the log that the state belongs to; the bean exists only if the checks of Kafka
   * and Redis have passed.
   */
  @Bean
  LogIdentity logIdentity(StartupCheck check, RedissonClient redisson) {
    return check.verify(new RedisFactsReader(redisson, properties.redis().mode()));
  }

  @Bean
  LockStore lockStore(RedissonClient redisson, LogIdentity identity, StartupCheck check) {
    LockStore store =
        new RedisLockStore(
            redisson, properties.deployment(), identity, properties.redis().timeout());
    check.verify(store);
    return store;
  }

  @Bean
  KafkaServices kafkaServices(
      KafkaClients clients,
      LockStore store,
      ProducerSource producers,
      Topics topics,
      TopicIds topicIds,
      LogEndsReader eventEnds,
      StartupCheck check,
      KafkaAnswers answers) {
    Polls polls =
        new Polls(
            check
                .largestRecord()
                .isTooLarge(
                    properties.concurrency() + LogReaders.MOST, Runtime.getRuntime().maxMemory()));
    return new KafkaServices(
        producers,
        properties.deployment(),
        new KafkaFacts(store, topics, eventEnds),
        new LogReaders(clients::reader, properties.kafka().requestTimeout(), polls),
        topics,
        topicIds,
        properties.kafka().maxPollRecords(),
        polls,
        answers::came);
  }

  @Bean
  KafkaAnswers kafkaAnswers() {
    return new KafkaAnswers();
  }

  /** The ids of the topics, read when the checks have passed. */
  @Bean
  TopicIds topicIds(
      KafkaClients clients, Topics topics, LogIdentity identity, KafkaAnswers answers) {
    return new TopicIds(clients::admin, topics, properties.kafka().requestTimeout(), answers::came);
  }

  @Bean
  LogEndsReader eventEnds(KafkaClients clients, Topics topics, KafkaAnswers answers) {
    return new LogEndsReader(
        clients::admin, topics::events, properties.kafka().requestTimeout(), answers::came);
  }
}
