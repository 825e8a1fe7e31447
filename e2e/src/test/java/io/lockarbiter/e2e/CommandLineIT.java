package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.compose.DecisionProbe;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.EmbeddedCommand;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Ports;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The commands that run until they are stopped, each as a process. */
@EveryFifthDay
class CommandLineIT {
  @Test
  void up_printsWhereToAskDecidesAndLeavesNothingBehind() throws Exception {
    int kafka = Ports.free();
    int redis = Ports.free();
    int http = Ports.free();
    int console = Ports.free();
    try (JavaProcess up =
        start(
            "up",
            "--kafka-port=" + kafka,
            "--redis-port=" + redis,
            "--http-port=" + http,
            "--console-port=" + console)) {
      up.await("Ctrl-C ends all of it\\.");
      assertThat(up.output())
          .contains(
              "kcat -q -C -b 127.0.0.1:%d -t lock.events".formatted(kafka),
              "kcat -P -b 127.0.0.1:%d -t lock.commands -K '|' -X partitioner=murmur2_random"
                  .formatted(kafka),
              "http://127.0.0.1:%d/api/accounts/acme/locks?under=/docs".formatted(http));

      DecisionProbe.probe("127.0.0.1:" + kafka);
      assertThat(get("http://127.0.0.1:%d/api/accounts/probe/locks".formatted(http)))
          .contains("\"locks\":[]");
      assertThat(get("http://127.0.0.1:%d/api/tree?account=probe".formatted(console)))
          .contains("\"held\":0");
      up.terminate();
      assertThat(up.awaitExit()).isZero();
    }

    assertThat(List.of(kafka, redis, http, console)).allMatch(Ports::isFree);
  }

  @Test
  void serve_decidesOnWhatItIsGivenAndEndsInOrder() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start()) {
      int http = Ports.free();
      try (JavaProcess serve =
          start(
              "serve",
              "--kafka=" + infrastructure.bootstrapServers(),
              "--redis=" + infrastructure.redisAddress(),
              "--server.port=" + http,
              "--lockarbiter.topics.partitions=3")) {
        await()
            .ignoreExceptions()
            .until(
                () ->
                    get("http://127.0.0.1:%d/api/partitions".formatted(http))
                        .contains("\"partition\":2,"));

        DecisionProbe.probe(infrastructure.bootstrapServers());
        assertThat(serve.output()).contains("WARN", " has appendonly=no; ");
        serve.terminate();

        assertThat(serve.awaitExit()).as(serve.output()).isZero();
      }
    }
  }

  @Test
  void serveWithoutKafka_saysSoAndFails() {
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        JavaProcess serve = withoutKafka(redis, "0s")) {
      assertThat(serve.awaitExit()).isEqualTo(1);
      assertThat(serve.output())
          .contains("lockarbiter serve: ", "lockarbiter.kafka.request-timeout=5000 ms", "Fix: ");
    }
  }

  @Test
  void serveThatWaitsForKafka_endsAtASignal() {
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        JavaProcess serve = withoutKafka(redis, "60s")) {
      serve.await("Kafka at 127.0.0.1:1 does not answer yet .* waiting for it");
      serve.terminate();
      assertThat(serve.awaitExit()).isEqualTo(1);
      assertThat(serve.output()).contains("stopped while it waited for Kafka at 127.0.0.1:1");
    }
  }

  private static JavaProcess withoutKafka(EmbeddedRedis redis, String patience) {
    return start(
        "serve",
        "--kafka=127.0.0.1:1",
        "--redis=" + redis.address(),
        "--lockarbiter.kafka.start-timeout=" + patience);
  }

  @Test
  void serveWithAMisspeltSetting_saysSoAndFails() {
    try (JavaProcess serve =
        start(
            "serve",
            "--kafka=127.0.0.1:1",
            "--redis=redis://127.0.0.1:1",
            "--lockarbiter.concurency=8")) {
      assertThat(serve.awaitExit()).isEqualTo(1);
      assertThat(serve.output())
          .startsWith("lockarbiter serve: lockarbiter.concurency: no such setting; ");
    }
  }

  @Test
  void demoWithYield_printsItsTableWithoutLinesOfTheLog() {
    try (JavaProcess demo = start("demo", "--yield", "--seconds=1")) {
      demo.awaitExit();
      assertThat(demo.output().lines().dropWhile(line -> !line.startsWith("round ")))
          .as(demo.output())
          .element(1, InstanceOfAssertFactories.STRING)
          .matches(" +1 +operator( +[\\d.,]+)+ .*");
      assertThat(demo.output()).doesNotContain("WARN", "INFO");
    }
  }

  @Test
  void auditWithoutKafka_saysWhereItAskedAndFails() {
    try (JavaProcess audit = start("audit", "verify", "--kafka=127.0.0.1:1")) {
      assertThat(audit.awaitExit()).isPositive();
      assertThat(audit.output())
          .contains("Kafka: bootstrap.servers=127.0.0.1:1 did not answer within 20 s", "Fix: ");
    }
  }

  private static JavaProcess start(String... arguments) {
    return JavaProcess.start(EmbeddedCommand.class, arguments);
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
