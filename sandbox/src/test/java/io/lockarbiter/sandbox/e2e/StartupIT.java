package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.check.StartupRefusedException;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import io.lockarbiter.sandbox.embedded.EmbeddedRedis;
import io.lockarbiter.sandbox.embedded.RedisOptions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What must not start says why and what to do, and nothing else. */
class StartupIT {
  private static EmbeddedInfrastructure infrastructure;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  @Test
  void topicWithSendersTime_isRefusedWithTheCommandThatMendsIt() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "create-time", 3);
    try (KafkaLog log = new KafkaLog(deployment);
        Admin admin = log.admin()) {
      admin.createTopics(List.of(new NewTopic(deployment.commands(), 3, (short) 1))).all().get();
    }

    assertRefused(
        deployment.settings(),
        "create-time.lock.commands has message.timestamp.type=CreateTime, expected LogAppendTime; leases would follow the senders' clocks. Fix: kafka-configs.sh --bootstrap-server "
            + infrastructure.bootstrapServers()
            + " --alter --entity-type topics --entity-name create-time.lock.commands --add-config message.timestamp.type=LogAppendTime");
  }

  @Test
  void otherNumberOfPartitions_isRefused() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "count", 3);
    ArbiterNode.start(infrastructure, deployment.settings()).close();

    assertRefused(
        deployment.settings("lockarbiter.topics.partitions", "6"),
        "count.lock.commands has 3 partitions, expected lockarbiter.topics.partitions=6");
  }

  @Test
  void missingTopicsThatMayNotBeCreated_areRefusedWithTheCommandsThatCreateThem() {
    Deployment deployment = new Deployment(infrastructure, "missing", 3);

    assertRefused(
        deployment.settings("lockarbiter.topics.create", "false"),
        "topic missing.lock.commands is missing and lockarbiter.topics.create=false",
        "--create --topic missing.lock.events --partitions 3 --config cleanup.policy=delete --config message.timestamp.type=LogAppendTime");
  }

  @Test
  void evictingRedis_isRefused() {
    Deployment deployment = new Deployment(infrastructure, "evicting", 3);
    try (EmbeddedRedis evicting =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments("--maxmemory-policy", "allkeys-lru"))) {
      assertRefused(
          deployment.settings("lockarbiter.redis.addresses", evicting.address()),
          "has maxmemory-policy=allkeys-lru, expected noeviction");
    }
  }

  @Test
  void redisThatForbidsScripts_isRefused() {
    Deployment deployment = new Deployment(infrastructure, "scriptless", 3);
    try (EmbeddedRedis scriptless =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments(
                "--user", "default", "on", "nopass", "~*", "&*", "+@all", "-eval", "-evalsha"))) {
      assertRefused(
          deployment.settings("lockarbiter.redis.addresses", scriptless.address()),
          "runs no scripts: ",
          "ACL SETUSER");
    }
  }

  @Test
  void silentRedis_isRefused() {
    Deployment deployment = new Deployment(infrastructure, "silent", 3);

    assertRefused(
        deployment.settings("lockarbiter.redis.addresses", "redis://u:secret@127.0.0.1:1"),
        "Redis (mode=SINGLE addresses=redis://127.0.0.1:1 database=0) did not answer");
  }

  @Test
  void longTransactions_areRefused() {
    Deployment deployment = new Deployment(infrastructure, "long", 3);

    assertRefused(
        deployment.settings("lockarbiter.kafka.transaction-timeout", "10s"),
        "twice their sum is 40000 ms, expected at most the default lease of 30000 ms");
  }

  @Test
  void refusedProcess_endsWithTheMessageAloneAndAStatus() {
    Deployment deployment = new Deployment(infrastructure, "process", 3);
    try (ArbiterProcess process =
        ArbiterProcess.start(
            infrastructure, deployment.settings("lockarbiter.topics.create", "false"))) {
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.output())
          .contains("topic process.lock.commands is missing", "Fix: kafka-topics.sh")
          .doesNotContain("\tat ", "Exception");
    }
  }

  private static void assertRefused(Map<String, String> settings, String... facts) {
    assertThatThrownBy(() -> ArbiterNode.start(infrastructure, settings).close())
        .satisfies(
            failure ->
                assertThat(refusal(failure))
                    .contains(facts)
                    .contains("Fix: ")
                    .doesNotContain("secret"));
  }

  private static String refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StartupRefusedException refused) {
        return String.valueOf(refused.getMessage());
      }
    }
    throw new AssertionError("started, or failed otherwise", failure);
  }
}
