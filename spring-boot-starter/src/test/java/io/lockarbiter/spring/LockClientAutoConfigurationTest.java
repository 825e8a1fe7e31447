package io.lockarbiter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.spring.boot3.Boot3HealthAutoConfiguration;
import io.lockarbiter.testing.FakeArbiter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class LockClientAutoConfigurationTest {
  private final ApplicationContextRunner context =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  KafkaAutoConfiguration.class, LockClientAutoConfiguration.class));

  private final ApplicationContextRunner withHealth =
      context.withConfiguration(
          AutoConfigurations.of(
              LockHealthAutoConfiguration.class,
              LockMetersAutoConfiguration.class,
              Boot3HealthAutoConfiguration.class));

  @Test
  void noProperties_optionsAreThoseOfTheClientWithoutSpring() {
    context.run(
        started -> {
          LockClientOptions options = started.getBean(LockClientOptions.class);
          assertThat(options)
              .hasToString(LockClientOptions.of(options.kafka()).toString())
              .extracting(LockClientOptions::name)
              .isEqualTo("client");
        });
  }

  @Test
  void properties_becomeOptions() {
    context
        .withPropertyValues(
            "spring.application.name=gateway",
            "lockarbiter.client.topic-prefix=prod.",
            "lockarbiter.client.max-in-flight=7",
            "lockarbiter.client.clock-difference=1s",
            "lockarbiter.client.resend-after=2s",
            "lockarbiter.client.answer-timeout=20s",
            "lockarbiter.client.release-timeout=5s",
            "lockarbiter.client.closing=abandon",
            "lockarbiter.client.close-timeout=3s",
            "lockarbiter.client.leak-warning=1h")
        .run(
            started -> {
              LockClientOptions options = started.getBean(LockClientOptions.class);
              assertThat(options)
                  .hasToString(
                      LockClientOptions.of(options.kafka())
                          .withName("gateway")
                          .withTopicPrefix("prod.")
                          .withMaxInFlight(7)
                          .withClockDifference(Duration.ofSeconds(1))
                          .withResendAfter(Duration.ofSeconds(2))
                          .withAnswerTimeout(Duration.ofSeconds(20))
                          .withReleaseTimeout(Duration.ofSeconds(5))
                          .withClosing(Closing.ABANDON)
                          .withCloseTimeout(Duration.ofSeconds(3))
                          .withLeakWarning(Duration.ofHours(1))
                          .toString());
            });
    context
        .withPropertyValues("spring.application.name=gateway", "lockarbiter.client.name=gw-3")
        .run(
            started ->
                assertThat(started.getBean(LockClientOptions.class).name()).isEqualTo("gw-3"));
  }

  @Test
  void kafkaSettings_areThoseOfSpringKafkaAndTheClientsOwnWin() {
    context
        .withPropertyValues(
            "spring.kafka.bootstrap-servers=broker:9092",
            "spring.kafka.client-id=app",
            "spring.kafka.security.protocol=SSL",
            "lockarbiter.client.kafka.security.protocol=SASL_SSL")
        .run(
            started ->
                assertThat(started.getBean(LockClientOptions.class).kafka())
                    .containsEntry("bootstrap.servers", "broker:9092")
                    .containsEntry("security.protocol", "SASL_SSL")
                    .doesNotContainKeys("client.id", "key.deserializer", "key.serializer"));
  }

  @Test
  void kafkaOfAServiceThatSpringBootConnectsTo_isUsed() {
    context
        .withBean(KafkaConnectionDetails.class, () -> () -> List.of("one:1", "two:2"))
        .run(
            started ->
                assertThat(started.getBean(LockClientOptions.class).kafka())
                    .containsEntry("bootstrap.servers", "one:1,two:2"));
  }

  @Test
  void withoutSpringKafka_theClientsOwnSettingsAreEnough() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LockClientAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(KafkaProperties.class))
        .withPropertyValues("lockarbiter.client.kafka.bootstrap.servers=broker:9092")
        .run(
            started ->
                assertThat(started.getBean(LockClientOptions.class).kafka())
                    .containsOnlyKeys("bootstrap.servers")
                    .containsEntry("bootstrap.servers", "broker:9092"));
  }

  @Test
  void addressThatNobodyReads_isNamedWhenTheClientIsAskedFor() {
    ApplicationContextRunner withoutSpringKafka =
        new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LockClientAutoConfiguration.class))
            .withClassLoader(new FilteredClassLoader(KafkaProperties.class));
    for (String start : List.of("background", "lazy", "eager")) {
      withoutSpringKafka
          .withPropertyValues(
              "lockarbiter.client.start=" + start, "spring.kafka.bootstrap-servers=broker:9092")
          .withBean("asks", String.class, () -> "", asked -> asked.setDependsOn("lockClient"))
          .run(
              started ->
                  assertThat(analysisOf(started.getStartupFailure()))
                      .extracting(FailureAnalysis::getDescription)
                      .isEqualTo(
                          "The lock client has no address of Kafka: lockarbiter.client.kafka.bootstrap.servers is not set, and spring.kafka.bootstrap-servers=broker:9092 counts only with Spring's Kafka on the class path, which is not there."));
    }
  }

  @Test
  void noAddressAtAll_isAnsweredWithWhatToSet() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LockClientAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(KafkaProperties.class))
        .withPropertyValues("lockarbiter.client.start=eager")
        .run(
            started -> {
              FailureAnalysis analysis = analysisOf(started.getStartupFailure());
              assertThat(analysis.getDescription())
                  .endsWith("and spring.kafka.bootstrap-servers is not either.");
              assertThat(analysis.getAction())
                  .startsWith("Set lockarbiter.client.kafka.bootstrap.servers=host:9092");
            });
  }

  /** The client is opened when somebody asks for it; until then only the health can tell. */
  @Test
  void applicationWithoutAnAddress_startsAndItsHealthSaysWhatToSet() {
    ApplicationContextRunner withoutAddress =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    LockClientAutoConfiguration.class, LockHealthAutoConfiguration.class))
            .withClassLoader(new FilteredClassLoader(KafkaProperties.class));
    withoutAddress.run(
        started -> {
          Health health = healthOf(started.getBean(HealthIndicator.class));
          assertThat(health.getStatus()).isEqualTo(Status.DOWN);
          assertThat(health.getDetails())
              .containsEntry("lockClient", "NO_ADDRESS")
              .hasEntrySatisfying(
                  "problems",
                  problems ->
                      assertThat(problems)
                          .asString()
                          .contains(
                              "spring.kafka.bootstrap-servers is not either. Set lockarbiter.client.kafka.bootstrap.servers=host:9092"));
          assertThat(started.getBeanFactory().containsSingleton("lockClient")).isFalse();
        });
    withoutAddress
        .withBean(
            "lockClient",
            LockClient.class,
            () -> new FakeArbiter().client("own"),
            own -> own.setLazyInit(true))
        .run(
            started ->
                assertThat(healthOf(started.getBean(HealthIndicator.class)).getStatus())
                    .isEqualTo(Status.UP));
  }

  /** The analysis that Spring Boot prints, by the analyzers that it finds. */
  private static FailureAnalysis analysisOf(@Nullable Throwable failure) {
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, e) -> {}))
        .stream()
        .map(analyzer -> analyzer.analyze(Objects.requireNonNull(failure)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody explains it", failure));
  }

  @Test
  void nobodyAsksForTheClient_nothingIsOpened() {
    context
        .withPropertyValues("spring.kafka.bootstrap-servers=broker.invalid:9092")
        .run(
            started -> {
              assertThat(started).hasNotFailed().hasSingleBean(LockClientOptions.class);
              assertThat(started.getBeanFactory().containsSingleton("lockClient")).isFalse();
            });
  }

  @Test
  void ownClient_isUsed() {
    LockClient own = new FakeArbiter().client("own");
    context
        .withBean(LockClient.class, () -> own)
        .run(started -> assertThat(started.getBean(LockClient.class)).isSameAs(own));
  }

  @Test
  void applicationWithoutABroker_startsAndItsHealthSaysWhy() {
    withHealth
        .withPropertyValues("spring.kafka.bootstrap-servers=broker.invalid:9092")
        .run(
            started -> {
              HealthIndicator indicator = started.getBean(HealthIndicator.class);
              assertThat(healthOf(indicator).getStatus()).isEqualTo(Status.UP);
              assertThat(started.getBeanFactory().containsSingleton("lockClient")).isFalse();

              LockClient client = started.getBean(LockClient.class);

              assertThat(client.health().status()).isEqualTo(LockClientHealth.Status.CONNECTING);
              assertThat(healthOf(indicator).getStatus()).isEqualTo(Status.DOWN);
              assertThat(healthOf(indicator).getDetails())
                  .containsEntry("lockClient", "CONNECTING")
                  .containsKey("problems");
            });
  }

  @Test
  void eagerOrLazyStart_failsWithoutABroker() {
    ApplicationContextRunner nowhere =
        context.withPropertyValues("spring.kafka.bootstrap-servers=broker.invalid:9092");

    nowhere
        .withPropertyValues("lockarbiter.client.start=eager")
        .run(started -> assertThat(started).hasFailed());
    nowhere
        .withPropertyValues("lockarbiter.client.start=lazy")
        .run(
            started -> {
              assertThat(started).hasNotFailed();
              assertThatThrownBy(() -> started.getBean(LockClient.class))
                  .hasRootCauseMessage("No resolvable bootstrap urls given in bootstrap.servers");
            });
  }

  @Test
  void clientOfTheContext_hasMetersAndHealth() {
    FakeArbiter arbiter = new FakeArbiter();
    withHealth
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean("locks", LockClient.class, () -> arbiter.client("own"))
        .run(
            started -> {
              LockClient client = started.getBean(LockClient.class);
              client.acquire(LockRequest.upload("acme", "u1", "/a"));
              MeterRegistry registry = started.getBean(MeterRegistry.class);
              assertThat(registry.get("lockarbiter.client.granted").functionCounter().count())
                  .isEqualTo(1);
              HealthIndicator indicator = started.getBean(HealthIndicator.class);
              assertThat(healthOf(indicator).getStatus()).isEqualTo(Status.UP);

              arbiter.stop();
              arbiter.pass(Duration.ofSeconds(25));

              assertThat(healthOf(indicator).getStatus()).isEqualTo(Status.DOWN);
              assertThat(healthOf(indicator).getDetails())
                  .containsEntry("locks", "IMPAIRED")
                  .hasEntrySatisfying(
                      "problems",
                      problems -> assertThat(problems).asString().contains("no answer"));
              arbiter.start(); // because the client is closed with the context
            });
    withHealth
        .withPropertyValues("management.health.lock-client.enabled=false")
        .run(started -> assertThat(started).doesNotHaveBean(HealthIndicator.class));
  }

  static class TwoListeners {
    @GrantListener("uploads")
    void one(Job job) {
      throw new AssertionError(job.lockId());
    }

    @GrantListener("uploads")
    void other(Job job) {
      throw new AssertionError(job.lockId());
    }
  }

  @Test
  void workersOfOneGroup_areMeasuredTogetherAndAfterARestart() {
    withHealth
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(LockClient.class, () -> new FakeArbiter().client("own"))
        .withBean(TwoListeners.class)
        .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1")
        .run(
            started -> {
              Search up =
                  started
                      .getBean(MeterRegistry.class)
                      .find("lockarbiter.worker.up")
                      .tag("group", "lock.pool.uploads");
              GrantWorkers workers = started.getBean(GrantWorkers.class);
              assertThat(workers.running()).hasSize(2);
              assertThat(up.gauges()).extracting(Gauge::value).containsExactly(1.0);

              workers.stop();
              assertThat(up.gauges()).extracting(Gauge::value).containsExactly(0.0);
              workers.start();
              assertThat(up.gauges()).extracting(Gauge::value).containsExactly(1.0);
              workers.running().get(1).close();
              assertThat(up.gauges()).extracting(Gauge::value).containsExactly(0.0);
            });
  }

  @Test
  void settingsOfKafka_areNotShown() {
    context
        .withPropertyValues("lockarbiter.client.kafka.sasl.jaas.config=password-1")
        .run(
            started ->
                assertThat(started.getBean(LockClientProperties.class).toString())
                    .contains("kafka=[sasl.jaas.config]", "start=BACKGROUND", "concurrency=1")
                    .doesNotContain("password-1"));
  }

  private static Health healthOf(HealthIndicator indicator) {
    return Objects.requireNonNull(indicator.health());
  }
}
