package io.lockarbiter.gateway.config;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ThreadLoop;
import io.lockarbiter.client.kafka.KafkaEdges;
import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Rules;
import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.DeskOptions;
import io.lockarbiter.gateway.http.EventFrames;
import io.lockarbiter.gateway.http.RefusalCounts;
import io.lockarbiter.gateway.http.Waits;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.KafkaEnds;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.live.NewestTimes;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.policy.PolicyWatch;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.StreamBounds;
import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.kafka.KafkaSettings;
import io.lockarbiter.service.kafka.KafkaWait;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import reactor.core.publisher.Sinks;

/** The link to Kafka, the files of keys and rules, and what is kept in memory. */
@Configuration(proxyBeanMethods = false)
class GatewayConfiguration {
  private static final String THREADS = "gateway";
  private static final int FETCH_BYTES = 1 << 20;

  private final GatewayProperties gateway;
  private final DeploymentProperties deployment;
  private final OidcProperties oidc;
  private final PolicyProperties policy;

  GatewayConfiguration(
      GatewayProperties gateway,
      DeploymentProperties deployment,
      OidcProperties oidc,
      PolicyProperties policy) {
    this.gateway = gateway;
    this.deployment = deployment;
    this.oidc = oidc;
    this.policy = policy;
  }

  @Bean
  KafkaSettings kafkaSettings(
      DefaultKafkaConsumerFactory<?, ?> consumers,
      DefaultKafkaProducerFactory<?, ?> producers,
      KafkaAdmin admin) {
    KafkaSettings settings =
        new KafkaSettings(consumers, producers, admin, gateway.answerTimeout());
    KafkaWait.of(settings.bootstrapServers(), settings::openAdmin, () -> false)
        .await(deployment.kafka().startTimeout());
    return settings;
  }

  @Bean
  ClientAddress clientAddress() {
    return ClientAddress.of(THREADS, new SecureRandom());
  }

  @Bean(destroyMethod = "close")
  ThreadLoop threadLoop() {
    return new ThreadLoop(THREADS + "-turns");
  }

  /** The edges of the Java client, with the settings that both of its Kafka clients share. */
  @Bean(destroyMethod = "close")
  KafkaEdges kafkaEdges(KafkaSettings settings, KafkaAdmin admin, ClientAddress address) {
    Map<String, Object> shared = new HashMap<>(admin.getConfigurationProperties());
    shared.put("bootstrap.servers", settings.bootstrapServers());
    shared.put("metric.reporters", "");
    shared.remove("client.id");
    shared.values().removeIf(Objects::isNull);
    LockClientOptions options =
        LockClientOptions.of(shared).withTopicPrefix(deployment.topics().prefix());
    return new KafkaEdges(options, address, THREADS);
  }

  @Bean
  CommandDesk commandDesk(ClientAddress address, ThreadLoop loop, KafkaEdges edges) {
    return new CommandDesk(
        new DeskOptions(gateway.clockDifference(), gateway.answerTimeout(), gateway.inFlight()),
        address,
        loop,
        edges,
        RandomGenerator.getDefault());
  }

  @Bean
  LockBook lockBook() {
    return new LockBook(gateway.lockBytes());
  }

  @Bean
  EventHub eventHub() {
    return new EventHub(
        new StreamBounds(
            gateway.eventBytes(),
            gateway.streamBytes(),
            gateway.streams(),
            gateway.streamsPerSubject()),
        new EventFrames(),
        System::nanoTime);
  }

  @Bean(destroyMethod = "close")
  EventFollower eventFollower(KafkaSettings settings, LockBook book, EventHub hub) {
    Map<String, Object> reader = settings.reader();
    reader.put("fetch.max.bytes", FETCH_BYTES);
    return new EventFollower(
        () -> new KafkaConsumer<>(reader, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
        deployment.topics().events(),
        book,
        hub,
        NewestTimes.by(settings::openAdmin, gateway.answerTimeout()),
        new KafkaEnds(settings::openAdmin),
        System::nanoTime);
  }

  @Bean
  Waits waits() {
    return new Waits(gateway.waiting(), gateway.waitingPerSubject());
  }

  @Bean
  WatchedFile<ApiKeys> keys() {
    return new WatchedFile<>(
        set("lockarbiter.gateway.keys-file", gateway.keysFile()),
        "lockarbiter.gateway.keys-file",
        ApiKeys::of);
  }

  @Bean
  WatchedFile<Rules> rules() {
    return new WatchedFile<>(
        set("lockarbiter.gateway.rules-file", gateway.rulesFile()),
        "lockarbiter.gateway.rules-file",
        lines ->
            Rules.of(lines, oidc.issuer() == null ? null : oidc.name(), Set.copyOf(oidc.claims())));
  }

  private static Path set(String setting, @Nullable Path file) {
    if (file == null) {
      throw new StartupRefusedException(
          setting
              + " is not set; a gateway writes commands for everybody, so it does not start without keys and rules. Fix: gateway/README.md, Who may");
    }
    return file;
  }

  @Bean
  Access access(WatchedFile<ApiKeys> keys, WatchedFile<Rules> rules) {
    return new Access(keys, rules, System::nanoTime);
  }

  @Bean
  @ConditionalOnProperty("lockarbiter.gateway.oidc.issuer")
  Tokens tokens() {
    return Tokens.of(Objects.requireNonNull(oidc.options()), Clock.systemUTC(), System::nanoTime);
  }

  @Bean
  @ConditionalOnProperty("lockarbiter.gateway.policy.url")
  PolicyEngine policyEngine() {
    return new PolicyEngine(Objects.requireNonNull(policy.options()), System::nanoTime);
  }

  @Bean
  Sinks.One<Boolean> stopping() {
    return Sinks.one();
  }

  @Bean
  GatewayLife gatewayLife(
      CommandDesk desk,
      KafkaEdges edges,
      EventFollower follower,
      EventHub hub,
      WatchedFile<ApiKeys> keys,
      WatchedFile<Rules> rules,
      ObjectProvider<Tokens> tokens,
      ObjectProvider<PolicyEngine> engine,
      Sinks.One<Boolean> stopping) {
    PolicyEngine asked = engine.getIfAvailable();
    PolicyWatch watch = asked == null ? null : new PolicyWatch(asked, System::nanoTime);
    return new GatewayLife(
        desk,
        edges,
        follower,
        hub,
        new RightsWatch(keys, rules, watch, hub),
        tokens.getIfAvailable(),
        stopping);
  }

  @Bean
  GatewayHealthIndicator gatewayHealthIndicator(
      CommandDesk desk,
      KafkaEdges edges,
      EventFollower follower,
      LockBook book,
      ObjectProvider<Tokens> tokens,
      ObjectProvider<PolicyEngine> engine) {
    return new GatewayHealthIndicator(
        desk, edges, follower, book, tokens.getIfAvailable(), engine.getIfAvailable());
  }

  @Bean
  @ConditionalOnProperty("lockarbiter.gateway.oidc.issuer")
  TokenGauges tokenGauges(Tokens tokens) {
    return new TokenGauges(tokens);
  }

  @Bean
  @ConditionalOnProperty("lockarbiter.gateway.policy.url")
  PolicyGauges policyGauges(PolicyEngine engine) {
    return new PolicyGauges(engine);
  }

  @Bean
  RefusalCounts refusalCounts() {
    return new RefusalCounts();
  }

  @Bean
  GatewayGauges gatewayGauges(
      CommandDesk desk, Waits waits, LockBook book, EventHub hub, RefusalCounts refusals) {
    return new GatewayGauges(desk, waits, book, hub, refusals);
  }
}
