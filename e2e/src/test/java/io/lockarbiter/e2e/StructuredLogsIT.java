package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.console.ConsoleApplication;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.gateway.access.ApiKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each service writes JSON alone where it is asked to, and the fields that the pages name. */
@Cluster
class StructuredLogsIT {
  private static final String FORMAT = "logging.structured.format.console";

  @Test
  void serve_writesEcs(Deployment deployment) {
    List<String> arguments = new ArrayList<>(List.of("serve"));
    ArbiterNode.arguments(deployment.infrastructure(), deployment.settings(FORMAT, "ecs"))
        .forEach((name, value) -> arguments.add("--" + name + "=" + value));
    try (JavaProcess serve =
        JavaProcess.start(LockArbiterCommand.class, arguments.toArray(String[]::new))) {
      serve.await("the arbiter has started");
      serve.terminate();
      serve.awaitExit();

      assertEcs(serve, "lockarbiter");
      assertThat(lines(serve))
          .anySatisfy(
              line ->
                  assertThat(line.path("log").path("logger").asString())
                      .isEqualTo("io.lockarbiter.cli.ServeCommand"));
    }
  }

  @Test
  void arbiter_writesLogstash(Deployment deployment) {
    try (JavaProcess arbiter = deployment.process(deployment.settings(FORMAT, "logstash"))) {
      arbiter.await("Tomcat started on port");
      arbiter.terminate();
      arbiter.awaitExit();

      assertThat(lines(arbiter))
          .isNotEmpty()
          .allSatisfy(
              line -> {
                assertThat(Instant.parse(instant(line))).isBefore(Instant.now());
                assertThat(line.path("level").asString()).isIn("INFO", "WARN", "ERROR");
                assertThat(line.path("logger_name").asString()).isNotBlank();
                assertThat(line.path("thread_name").asString()).isNotBlank();
                assertThat(line.path("message").asString()).isNotBlank();
              });
    }
  }

  @Test
  void gateway_writesEcs(Deployment deployment, @TempDir Path folder) throws Exception {
    deployment.arbiter().awaitHealthy();
    String key = ApiKeys.generate(new SecureRandom());
    Map<String, String> settings = new HashMap<>();
    settings.put(
        "lockarbiter.gateway.keys-file",
        Files.writeString(folder.resolve("keys"), ApiKeys.line("me", key)).toString());
    settings.put(
        "lockarbiter.gateway.rules-file",
        Files.writeString(folder.resolve("rules"), "me * * ask").toString());
    settings.put("lockarbiter.topics.prefix", deployment.prefix());
    settings.put(FORMAT, "ecs");
    try (GatewayProcess gateway = GatewayProcess.start(deployment, settings)) {
      gateway.awaitAddress();
      gateway.terminate();
      gateway.awaitExit();

      assertEcs(gateway.process(), "lockarbiter-gateway");
    }
  }

  @Test
  void console_writesEcs(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    List<String> arguments =
        List.of(
            "--server.port=0",
            "--spring.kafka.bootstrap-servers=" + deployment.brokers(),
            "--lockarbiter.deployment=" + deployment.name(),
            "--lockarbiter.topics.prefix=" + deployment.prefix(),
            "--lockarbiter.redis.addresses=" + deployment.infrastructure().redisAddress(),
            "--" + FORMAT + "=ecs");
    try (JavaProcess console =
        JavaProcess.start(
            ArbiterProcess.classPath(), ConsoleApplication.class.getName(), arguments)) {
      console.await("Tomcat started on port");
      console.terminate();
      console.awaitExit();

      assertEcs(console, "lockarbiter-console");
    }
  }

  private static void assertEcs(JavaProcess process, String service) {
    assertThat(lines(process))
        .isNotEmpty()
        .allSatisfy(
            line -> {
              assertThat(Instant.parse(instant(line))).isBefore(Instant.now());
              assertThat(line.path("log").path("level").asString()).isIn("INFO", "WARN", "ERROR");
              assertThat(line.path("log").path("logger").asString()).isNotBlank();
              assertThat(line.path("process").path("pid").asLong()).isPositive();
              assertThat(line.path("process").path("thread").path("name").asString()).isNotBlank();
              assertThat(line.path("service").path("name").asString()).isEqualTo(service);
              assertThat(line.path("message").asString()).isNotBlank();
            });
  }

  private static String instant(JsonNode line) {
    return line.path("@timestamp").asString();
  }

  /** Fails at the first line that is no JSON. */
  private static List<JsonNode> lines(JavaProcess process) {
    return Stream.of(process.output().split("\n", -1))
        .filter(line -> !line.isEmpty())
        .map(StructuredLogsIT::object)
        .toList();
  }

  private static JsonNode object(String line) {
    assertThat(line).startsWith("{").endsWith("}");
    return JsonMapper.shared().readTree(line);
  }
}
