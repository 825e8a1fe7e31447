package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.kafka.CommandListeners;
import io.lockarbiter.arbiter.kafka.ConsumerSource;
import io.lockarbiter.arbiter.kafka.GroupReader;
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
import io.lockarbiter.arbiter.view.MeterName;
import io.lockarbiter.arbiter.view.PartitionGauges;
import io.lockarbiter.arbiter.view.PartitionHealthIndicator;
import io.lockarbiter.arbiter.view.RedisGauges;
import io.lockarbiter.arbiter.view.ShownPartitions;
import io.lockarbiter.arbiter.view.ThreadHealthIndicator;
import io.lockarbiter.arbiter.view.WatchGauges;
import io.lockarbiter.arbiter.watch.BrokerWatch;
import io.lockarbiter.arbiter.watch.ClockWatch;
import io.lockarbiter.arbiter.watch.GroupWatch;
import io.lockarbiter.arbiter.watch.KafkaAnswers;
import io.lockarbiter.arbiter.watch.LagAge;
import io.lockarbiter.arbiter.watch.LogTimeWatch;
import io.lockarbiter.arbiter.watch.MarkerTicks;
import io.lockarbiter.arbiter.watch.RedisMemoryWatch;
import io.lockarbiter.arbiter.watch.StallSource;
import io.lockarbiter.arbiter.watch.Stalls;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.arbiter.watch.TransactionWatch.WatchedTopic;
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
import java.util.List;
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

  /** Seen at two looks, a stall shows within 15 s also where answers take long. */
  private static final Duration STALLS = Duration.ofSeconds(4);

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
  LockViews lockViews(@Qualifier("viewsRedisson") RedissonClient redisson, LogIdentity identity) {
    return new RedisLockStore(
        redisson, properties.deployment(), identity, properties.redis().timeout());
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
    PartitionGauges gauges =
        new PartitionGauges(statuses, properties.topics().partitions(), settings, registry);
    return new PeriodicTask(properties.deployment() + "-gauges", gauges::refresh, GAUGES);
  }

  @Bean
  ThreadHealthIndicator lockarbiterThreadsHealthIndicator(CommandListeners listeners) {
    return new ThreadHealthIndicator(listeners::dead);
  }

  @Bean
  LogEndsReader commandEnds(KafkaClients clients, Topics topics, KafkaAnswers answers) {
    return new LogEndsReader(
        clients::admin, topics::commands, properties.kafka().requestTimeout(), answers::came);
  }

  @Bean
  TransactionWatch commandTransactions(
      PartitionStatuses statuses, LogEndsReader commandEnds, KafkaClients clients, Topics topics) {
    return new TransactionWatch(
        statuses,
        commandEnds,
        WatchedTopic.commands(topics.commands()),
        clients.bootstrapServers());
  }

  @Bean
  TransactionWatch eventTransactions(
      PartitionStatuses statuses, LogEndsReader eventEnds, KafkaClients clients, Topics topics) {
    return new TransactionWatch(
        statuses, eventEnds, WatchedTopic.events(topics.events()), clients.bootstrapServers());
  }

  @Bean
  GroupReader groupReader(KafkaClients clients, Topics topics, KafkaAnswers answers) {
    return new GroupReader(
        clients::admin,
        properties.deployment(),
        topics.commands(),
        properties.kafka().requestTimeout(),
        answers::came);
  }

  @Bean
  BrokerWatch brokerWatch(PartitionStatuses statuses, KafkaAnswers answers, KafkaClients clients) {
    return new BrokerWatch(
        statuses, answers, properties.topics().partitions(), clients.bootstrapServers());
  }

  @Bean
  GroupWatch groupWatch(GroupReader group, PartitionStatuses statuses) {
    return new GroupWatch(
        group,
        () -> statuses.all().isEmpty(),
        properties.deployment(),
        properties.topics().partitions());
  }

  @Bean
  LogTimeWatch logTimeWatch(
      PartitionStatuses statuses,
      ElapsedClock clock,
      @Qualifier("commandTransactions") TransactionWatch commands,
      BrokerWatch brokers,
      Topics topics) {
    return new LogTimeWatch(
        statuses,
        clock,
        partition -> brokers.isSilent() || commands.heldBack(partition).orElse(0) > 0,
        topics.commands());
  }

  @Bean
  ShownPartitions shownPartitions(
      PartitionStatuses statuses,
      List<StallSource> sources,
      @Qualifier("commandTransactions") TransactionWatch commands) {
    return new ShownPartitions(
        statuses,
        new Stalls(sources.toArray(StallSource[]::new)),
        commands,
        properties.topics().partitions());
  }

  /** A task with a thread of its own, because Kafka may not answer. */
  @Bean
  PeriodicTask topicLooks(TopicIds topicIds) {
    return new PeriodicTask(properties.deployment() + "-topics", topicIds::look, TOPICS);
  }

  /** A task with a thread of its own, because Kafka may not answer. */
  @Bean
  PeriodicTask transactionLooks(
      PartitionStatuses statuses,
      @Qualifier("commandTransactions") TransactionWatch commands,
      @Qualifier("eventTransactions") TransactionWatch events,
      CommandAppender appender) {
    MarkerTicks ticks = new MarkerTicks(statuses, commands, appender);
    Runnable look =
        () -> {
          commands.look();
          ticks.look();
          events.look();
        };
    return new PeriodicTask(properties.deployment() + "-transactions", look, STALLS);
  }

  /** Likewise. */
  @Bean
  PeriodicTask groupLooks(GroupWatch watch) {
    return new PeriodicTask(properties.deployment() + "-group", watch::look, STALLS);
  }

  @Bean
  PeriodicTask watchGauges(
      PartitionStatuses statuses,
      ShownPartitions partitions,
      @Qualifier("commandTransactions") TransactionWatch transactions,
      BrokerWatch brokers,
      LogTimeWatch logTime,
      MeterRegistry registry) {
    ClockWatch clocks = new ClockWatch(statuses, InstantSource.system());
    LagAge lagAge = new LagAge(InstantSource.system());
    WatchGauges gauges =
        new WatchGauges(statuses, partitions, clocks, transactions, lagAge, registry);
    Runnable look =
        () -> {
          clocks.look();
          brokers.look();
          logTime.look();
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
      ShownPartitions partitions, CommandListeners listeners) {
    return new PartitionHealthIndicator(partitions, listeners::dead);
  }
}
