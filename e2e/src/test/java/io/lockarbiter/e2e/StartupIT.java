package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.TcpProxy;
import io.lockarbiter.service.StartupRefusedException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

/** A process that must not start prints reason and remedy, and nothing else. */
@Cluster
@EveryFifthDay
class StartupIT {
  @Test
  void topicWithSendersTime_isRefusedWithTheCommandThatMendsIt(Deployment deployment)
      throws Exception {
    try (Admin admin = deployment.log().admin()) {
      admin.createTopics(List.of(new NewTopic(deployment.commands(), 3, (short) 1))).all().get();
    }

    assertRefused(
        deployment,
        deployment.settings(),
        deployment.commands()
            + " has message.timestamp.type=CreateTime, expected LogAppendTime; leases would follow the senders' clocks. Fix: kafka-configs.sh --bootstrap-server "
            + deployment.brokers()
            + " --alter --entity-type topics --entity-name "
            + deployment.commands()
            + " --add-config message.timestamp.type=LogAppendTime");
  }

  @Test
  void otherNumberOfPartitions_isRefused(Deployment deployment) throws Exception {
    deployment.arbiter().close();

    assertRefused(
        deployment,
        deployment.settings("lockarbiter.topics.partitions", "6"),
        deployment.commands() + " has 3 partitions, expected lockarbiter.topics.partitions=6");
  }

  @Test
  void missingTopicsThatMayNotBeCreated_areRefusedWithTheCommandsThatCreateThem(
      Deployment deployment) {
    assertRefused(
        deployment,
        deployment.settings("lockarbiter.topics.create", "false"),
        "topic " + deployment.commands() + " is missing and lockarbiter.topics.create=false",
        "--create --topic "
            + deployment.events()
            + " --partitions 3 --config cleanup.policy=delete --config message.timestamp.type=LogAppendTime");
  }

  @Test
  void evictingRedis_isRefused(Deployment deployment) {
    try (EmbeddedRedis evicting =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments("--maxmemory-policy", "allkeys-lru"))) {
      assertRefused(
          deployment,
          deployment.settings("lockarbiter.redis.addresses", evicting.address()),
          "has maxmemory-policy=allkeys-lru, expected noeviction");
    }
  }

  @Test
  void redisThatForbidsScripts_isRefused(Deployment deployment) {
    try (EmbeddedRedis scriptless =
        EmbeddedRedis.start(
            RedisOptions.DEFAULT.withArguments(
                "--user", "default", "on", "nopass", "~*", "&*", "+@all", "-eval", "-evalsha"))) {
      assertRefused(
          deployment,
          deployment.settings("lockarbiter.redis.addresses", scriptless.address()),
          "runs no scripts: ",
          "ACL SETUSER");
    }
  }

  @Test
  void silentRedis_isRefused(Deployment deployment) {
    assertRefused(
        deployment,
        deployment.settings("lockarbiter.redis.addresses", "redis://u:secret@127.0.0.1:1"),
        "Redis (mode=SINGLE addresses=redis://127.0.0.1:1 database=0) did not answer");
  }

  /** It accepts connections and says nothing. */
  @Test
  void redisThatHangs_isRefusedWithTheSettingOfTheTimeOutAndWithoutAStackTrace(
      Deployment deployment) throws Exception {
    try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getByName(Ports.HOST))) {
      JavaProcess process =
          deployment.process(
              deployment.settings(
                  "lockarbiter.redis.addresses",
                  "redis://%s:%d".formatted(Ports.HOST, hanging.getLocalPort())));
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.output())
          .contains("did not answer: no answer within lockarbiter.redis.timeout=2000 ms; ")
          .doesNotContain("null", "\tat ");
    }
  }

  @Test
  void redisThatAsksForAPassword_isRefusedWithItsAnswerAlone(Deployment deployment) {
    try (EmbeddedRedis locked =
        EmbeddedRedis.start(RedisOptions.DEFAULT.withArguments("--requirepass", "p"))) {
      assertRefused(
          deployment,
          deployment.settings("lockarbiter.redis.addresses", locked.address()),
          "NOAUTH Authentication required; nothing can start without it. Fix: ");
    }
  }

  @Test
  void longTransactions_areRefused(Deployment deployment) {
    assertRefused(
        deployment,
        deployment.settings("lockarbiter.kafka.transaction-timeout", "16m"),
        "lockarbiter.kafka.transaction-timeout=960000ms, expected at most the brokers' transaction.max.timeout.ms=900000");
  }

  @Test
  void foreignClientSetting_isRefused(Deployment deployment) {
    assertRefused(
        deployment,
        deployment.settings("spring.kafka.consumer.properties.group.instance.id", "one"),
        "spring.kafka sets group.instance.id=one for the consumer, expected nothing; ");
  }

  @Test
  void kafkaThatComesLater_isWaitedFor(Deployment deployment) {
    try (TcpProxy proxy = new TcpProxy(Ports.free(), null)) {
      JavaProcess process =
          deployment.process(
              deployment.settings(
                  "spring.kafka.bootstrap-servers", Ports.HOST + ":" + proxy.port()));
      process.await("does not answer yet .*waiting for it, for at most \\d+ s more");
      proxy.leadTo(Integer.parseInt(deployment.brokers().replaceAll(".*:", "")));
      process.await("Kafka at .* answers");
      process.await("created topic " + deployment.commands());
    }
  }

  @Test
  void refusedProcess_endsWithTheMessageAloneAndAStatus(Deployment deployment) {
    JavaProcess process =
        deployment.process(deployment.settings("lockarbiter.topics.create", "false"));
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output())
        .contains("topic " + deployment.commands() + " is missing", "Fix: kafka-topics.sh")
        .doesNotContain("\tat ", "Exception");
  }

  private static void assertRefused(
      Deployment deployment, Map<String, String> settings, String... facts) {
    assertThatThrownBy(() -> deployment.arbiter(settings, new Faults()))
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
