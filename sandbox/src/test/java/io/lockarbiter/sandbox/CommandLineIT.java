package io.lockarbiter.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.sandbox.compose.DecisionProbe;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import io.lockarbiter.sandbox.embedded.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that run until they are told to stop, each as a process. */
class CommandLineIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path out;

  CommandLineIT(@TempDir Path directory) {
    out = directory.resolve("out");
  }

  @Test
  void up_printsWhereToAskDecidesAndLeavesNothingBehind() throws Exception {
    int kafka = Ports.free();
    int redis = Ports.free();
    int http = Ports.free();
    Process up =
        start("up", "--kafka-port=" + kafka, "--redis-port=" + redis, "--http-port=" + http);
    try {
      awaitOutput(up, "Ctrl-C ends all three.");
      assertThat(Files.readString(out))
          .contains(
              "kcat -q -C -b 127.0.0.1:%d -t lock.events".formatted(kafka),
              "kcat -P -b 127.0.0.1:%d -t lock.commands -K '|' -X partitioner=murmur2_random"
                  .formatted(kafka),
              "http://127.0.0.1:%d/api/accounts/acme/locks?under=/docs".formatted(http));

      DecisionProbe.probe("127.0.0.1:" + kafka);
      assertThat(get("http://127.0.0.1:%d/api/accounts/probe/locks".formatted(http)))
          .contains("\"locks\":[]");
    } finally {
      up.destroy();
    }

    assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(up.exitValue()).isZero();
    assertThat(List.of(kafka, redis, http)).allMatch(Ports::isFree);
  }

  @Test
  void serve_decidesOnWhatItIsGivenAndEndsInOrder() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start()) {
      int http = Ports.free();
      Process serve =
          start(
              "serve",
              "--kafka=" + infrastructure.bootstrapServers(),
              "--redis=" + infrastructure.redisAddress(),
              "--server.port=" + http,
              "--lockarbiter.topics.partitions=3");
      try {
        await()
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(
                () ->
                    get("http://127.0.0.1:%d/api/partitions".formatted(http))
                        .contains("\"partition\":2,"));

        DecisionProbe.probe(infrastructure.bootstrapServers());
      } finally {
        serve.destroy();
      }

      assertThat(serve.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(serve.exitValue()).as(Files.readString(out)).isZero();
    }
  }

  @Test
  void serveWithoutKafka_saysSoAndFails() throws Exception {
    Process serve = start("serve", "--kafka=127.0.0.1:1", "--redis=redis://127.0.0.1:1");

    assertThat(serve.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(serve.exitValue()).isEqualTo(1);
    assertThat(Files.readString(out)).contains("lockarbiter serve: ").contains("Fix: ");
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SandboxCommand.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  private void awaitOutput(Process process, String text) {
    await()
        .atMost(PATIENCE)
        .until(() -> Files.readString(out).contains(text) || !process.isAlive());
    assertThat(out).content().contains(text);
  }

  private static String get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
