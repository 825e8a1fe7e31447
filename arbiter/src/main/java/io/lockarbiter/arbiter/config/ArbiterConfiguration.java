package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.kafka.CommandListeners;
import io.lockarbiter.arbiter.kafka.ConsumerSource;
import io.lockarbiter.arbiter.kafka.KafkaServices;
import io.lockarbiter.arbiter.kafka.LogEndsReader;
import io.lockarbiter.arbiter.kafka.TopicIds;
import io.lockarbiter.arbiter.kafka.Topics;
import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.partition.ElapsedClock;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RepairCall;
import io.lockarbiter.arbiter.tick.TickTimer;
import io.lockarbiter.arbiter.view.ArbiterMeters;
import io.lockarbiter.arbiter.view.LimitedViews;
import io.lockarbiter.arbiter.view.MeterName;
import io.lockarbiter.arbiter.view.PartitionGauges;
import io.lockarbiter.arbiter.view.PartitionHealthIndicator;
import io.lockarbiter.arbiter.view.RedisGauges;
import io.lockarbiter.arbiter.view.ThreadHealthIndicator;
import io.lockarbiter.arbiter.view.WatchGauges;
import io.lockarbiter.arbiter.watch.ClockWatch;
import io.lockarbiter.arbiter.watch.LagAge;
import io.lockarbiter.arbiter.watch.RedisMemoryWatch;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.service.redis.RedisConnection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Builds the arbiter itself from {@link ServicesConfiguration}. */
@Configuration(proxyBeanMethods = false)
class ArbiterConfiguration {
  private static final Duration GAUGES = Duration.ofSeconds(1);
  private static final Duration TOPICS = Duration.ofSeconds(1);
  private static final Duration TRANSACTIONS = Duration.ofSeconds(5);
  private static final Duration REDIS = Duration.ofSeconds(10);
  private static final int VIEW_THREADS = 1;

  private final ArbiterProperties properties;

  ArbiterConfiguration(ArbiterProperties properties) {
    this.properties = properties;
  }

  @Bean
  ElapsedClock elapsedClock() {
    return System::nanoTime;
  }

  @Bean
  ConsumerSource consumerSource(KafkaClients clients) {
    return clients.group();
  }

  /**
   * A second connection to Redis, so that views take neither connections nor threads from
   * decisions.
   */
  @Bean(destroyMethod = "shutdown")
  RedissonClient viewsRedisson(SslBundles bundles) {
    return RedisConnection.open(
        properties.redis(), bundles, properties.http().concurrentViews(), VIEW_THREADS);
  }

  /** The views of HTTP, separate from the path of decisions. */
  @Bean
  @Primary
  LockViews lockViews(
      @Qualifier("viewsRedisson") RedissonClient redisson,
      LogIdentity identity,
      MeterRegistry registry) {
    LockViews views =
        new RedisLockStore(
            redisson, properties.deployment(), identity, properties.redis().timeout());
    return new LimitedViews(views, properties.http().concurrentViews(), registry);
  }

  @Bean
  PartitionStatuses partitionStatuses() {
    return new PartitionStatuses();
  }

  @Bean
  MeterFilter meterDescriptions() {
    return MeterName.descriptions();
  }

  @Bean
  ArbiterMeters arbiterMeters(MeterRegistry registry) {
    return new ArbiterMeters(registry, InstantSource.system());
  }

  /** One thread for each commit under way; idle threads end. */
  @Bean(destroyMethod = "shutdown")
  ExecutorService committers() {
    return Executors.newCachedThreadPool(
        new CustomizableThreadFactory(properties.deployment() + "-commit-"));
  }

  @Bean
  PartitionServices partitionServices(
      LockStore store,
      ArbiterMeters meters,
      PartitionStatuses statuses,
      CommandAppender appender,
      ExecutorService committers,
      Settings settings,
      ElapsedClock clock,
      KafkaClients clients) {
    return new PartitionServices(
        store,
        meters,
        statuses,
        appender,
        committers,
        settings,
        clock,
        new RepairCall(
            properties.deployment(), properties.repairOptions(clients.bootstrapServers())),
        ModelRebuild::new);
  }

  @Bean
  CommandListeners commandListeners(
      ConsumerSource consumers, PartitionServices services, KafkaServices kafka) {
    return new CommandListeners(consumers, services, kafka, properties.concurrency());
  }

  @Bean
  PeriodicTask ticks(PartitionServices services, ArbiterMeters meters) {
    TickTimer timer =
        new TickTimer(services.statuses(), services.appender(), services.clock(), meters::ticked);
    return new PeriodicTask(
        properties.deployment() + "-tick", timer::look, properties.tick().interval());
  }

  @Bean
  PeriodicTask gauges(PartitionStatuses statuses, Settings settings, MeterRegistry registry) {
    PartitionGauges gauges = new PartitionGauges(statuses, settings, registry);
    return new PeriodicTask(properties.deployment() + "-gauges", gauges::refresh, GAUGES);
  }

  @Bean
  ThreadHealthIndicator lockarbiterThreadsHealthIndicator(CommandListeners listeners) {
    return new ThreadHealthIndicator(listeners::dead);
  }

  @Bean
  LogEndsReader commandEnds(KafkaClients clients, Topics topics) {
    return new LogEndsReader(clients::admin, topics::commands, properties.kafka().requestTimeout());
  }

  @Bean
  TransactionWatch transactionWatch(
      PartitionStatuses statuses,
      LogEndsReader commandEnds,
      CommandAppender appender,
      KafkaClients clients,
      Topics topics) {
    return new TransactionWatch(
        statuses, commandEnds, appender, topics.commands(), clients.bootstrapServers());
  }

  /** A task with a thread of its own, because Kafka may not answer. */
  @Bean
  PeriodicTask topicLooks(TopicIds topicIds) {
    return new PeriodicTask(properties.deployment() + "-topics", topicIds::look, TOPICS);
  }

  /** A task with a thread of its own, because Kafka may not answer. */
  @Bean
  PeriodicTask transactionLooks(TransactionWatch watch) {
    return new PeriodicTask(properties.deployment() + "-transactions", watch::look, TRANSACTIONS);
  }

  @Bean
  PeriodicTask watchGauges(
      PartitionStatuses statuses, TransactionWatch transactions, MeterRegistry registry) {
    ClockWatch clocks = new ClockWatch(statuses, InstantSource.system());
    LagAge lagAge = new LagAge(InstantSource.system());
    WatchGauges gauges = new WatchGauges(statuses, clocks, transactions, lagAge, registry);
    Runnable look =
        () -> {
          clocks.look();
          gauges.refresh();
        };
    return new PeriodicTask(properties.deployment() + "-watch", look, GAUGES);
  }

  /** A task with a thread of its own, because Redis may not answer. */
  @Bean
  PeriodicTask redisGauges(
      @Qualifier("viewsRedisson") RedissonClient redisson, MeterRegistry registry) {
    RedisMemoryReader reader = new RedisMemoryReader(redisson, properties.redis().mode());
    RedisMemoryWatch watch = new RedisMemoryWatch(reader::read);
    RedisGauges gauges = new RedisGauges(watch, registry);
    Runnable look =
        () -> {
          watch.look();
          gauges.refresh();
        };
    return new PeriodicTask(properties.deployment() + "-redis", look, REDIS);
  }

  @Bean
  PartitionHealthIndicator lockarbiterHealthIndicator(
      PartitionStatuses statuses, CommandListeners listeners) {
    return new PartitionHealthIndicator(statuses, listeners::dead);
  }
}
