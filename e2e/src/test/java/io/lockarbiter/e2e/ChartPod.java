package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The first pod of a Deployment of the chart, or of its audit, as a process of this machine. */
final class ChartPod implements AutoCloseable {
  private static final Map<String, Path> JARS =
      Map.of(
          "arbiter", Path.of("../cli/target/lockarbiter.jar"),
          "console", Path.of("../console/target/lockarbiter-console.jar"),
          "gateway", Path.of("../gateway/target/lockarbiter-gateway.jar"));
  private static final String FILES = "/etc/lockarbiter";
  private static final String AGENT = "/opt/opentelemetry";
  private static final Path COPIED_AGENT = Path.of("target/opentelemetry").toAbsolutePath();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final JsonNode pod;
  private final Duration minReady;
  private final JavaProcess process;

  private ChartPod(JsonNode pod, Duration minReady, JavaProcess process) {
    this.pod = pod;
    this.minReady = minReady;
    this.process = process;
  }

  /** Starts the jar that the image of the component holds. */
  static ChartPod start(List<JsonNode> objects, String component, Secrets secrets)
      throws IOException {
    return start(objects, component, secrets, jar(component));
  }

  /** Returns the jar of this build. */
  static Path jar(String component) {
    Path jar = Objects.requireNonNull(JARS.get(component), component);
    assertThat(jar).as("made by ./mvnw package").exists();
    return jar;
  }

  /** Starts the jar of a build. */
  static ChartPod start(List<JsonNode> objects, String component, Secrets secrets, Path jar)
      throws IOException {
    JsonNode deployment =
        ofKind(objects, "Deployment").stream()
            .filter(one -> one.at("/metadata/name").asText().endsWith("-" + component))
            .findAny()
            .orElseThrow();
    JsonNode pod = deployment.at("/spec/template/spec");
    Duration minReady = Duration.ofSeconds(deployment.at("/spec/minReadySeconds").asInt());
    return new ChartPod(pod, minReady, process(pod, secrets.mount(pod), secrets, jar));
  }

  /** Starts the audit's pod, which ends by itself. */
  static JavaProcess startAudit(List<JsonNode> objects, Secrets secrets) throws IOException {
    JsonNode pod = ofKind(objects, "CronJob").get(0).at("/spec/jobTemplate/spec/template/spec");
    Path files = secrets.mount(pod);
    for (JsonNode map : ofKind(objects, "ConfigMap")) {
      Path folder = Files.createDirectory(files.resolve("kafka-client"));
      for (Map.Entry<String, JsonNode> file : map.at("/data").properties()) {
        Files.writeString(
            folder.resolve(file.getKey()),
            file.getValue().asText().replace(FILES, files.toString()));
      }
    }
    return process(pod, files, secrets, jar("arbiter"));
  }

  private static JavaProcess process(JsonNode pod, Path files, Secrets secrets, Path jar)
      throws IOException {
    JsonNode container = pod.at("/containers/0");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString()));
    container
        .at("/args")
        .forEach(argument -> command.add(argument.asText().replace(FILES, files.toString())));
    ProcessBuilder program = new ProcessBuilder(command);
    for (JsonNode variable : container.at("/env")) {
      JsonNode secret = variable.at("/valueFrom/secretKeyRef");
      program
          .environment()
          .put(
              variable.at("/name").asText(),
              secret.isMissingNode()
                  ? variable
                      .at("/value")
                      .asText()
                      .replace(FILES, files.toString())
                      .replace(AGENT, COPIED_AGENT.toString())
                  : secrets.value(secret.at("/name").asText(), secret.at("/key").asText()));
    }
    return JavaProcess.start(program);
  }

  static List<JsonNode> ofKind(List<JsonNode> objects, String kind) {
    return objects.stream().filter(object -> object.at("/kind").asText().equals(kind)).toList();
  }

  /** Waits until each of its probes succeeds, no longer than the start may take. */
  void awaitProbes() {
    JsonNode container = pod.at("/containers/0");
    JsonNode startup = container.at("/startupProbe");
    int seconds = startup.at("/periodSeconds").asInt() * startup.at("/failureThreshold").asInt();
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode asked = container.at("/" + probe + "/httpGet");
      await(probe)
          .atMost(Duration.ofSeconds(seconds))
          .ignoreExceptions()
          .failFast("the pod ended", () -> !process.isAlive())
          .untilAsserted(
              () ->
                  assertThat(status(asked.at("/port").asText(), asked.at("/path").asText()))
                      .as(process.output())
                      .isEqualTo(200));
    }
  }

  /** Waits for as long as it must have been ready before another one is stopped. */
  void awaitAvailable() {
    await("ready for long enough")
        .pollDelay(minReady)
        .atMost(minReady.plusSeconds(10))
        .until(() -> true);
  }

  /** Returns the address of a port. */
  String address(String port) {
    return "http://" + Ports.HOST + ":" + number(port);
  }

  /** Says whether it runs. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns what it wrote so far. */
  String output() {
    return process.output();
  }

  int status(String port, String path) throws IOException, InterruptedException {
    return answer(port, path).statusCode();
  }

  String get(String port, String path) throws IOException, InterruptedException {
    return answer(port, path).body();
  }

  private HttpResponse<String> answer(String port, String path)
      throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(address(port) + path))
            .timeout(Duration.ofSeconds(5))
            .build(),
        BodyHandlers.ofString());
  }

  private int number(String port) {
    for (JsonNode one : pod.at("/containers/0/ports")) {
      if (one.at("/name").asText().equals(port)) {
        return one.at("/containerPort").asInt();
      }
    }
    throw new IllegalArgumentException("no port " + port);
  }

  /** Ends it by SIGTERM, within the time that the pod has for that. */
  void assertStopsInTime() {
    process.terminate();
    await("the end of the process")
        .atMost(Duration.ofSeconds(pod.at("/terminationGracePeriodSeconds").asInt()))
        .untilAsserted(() -> assertThat(process.awaitExit()).isIn(0, 143));
  }

  @Override
  public void close() {
    process.close();
  }

  /** Secrets by name and key, and the folders under which pods see them. */
  static final class Secrets {
    private final Path folder;
    private final Map<String, Map<String, String>> secrets = new HashMap<>();

    Secrets(Path folder) {
      this.folder = folder;
    }

    void add(String name, String key, String value) {
      secrets.computeIfAbsent(name, same -> new HashMap<>()).put(key, value);
    }

    private String value(String name, String key) {
      return Objects.requireNonNull(
          secrets.getOrDefault(name, Map.of()).get(key), name + " " + key);
    }

    /** Writes the files of a pod; returns the folder that stands for {@code /etc/lockarbiter}. */
    private Path mount(JsonNode pod) throws IOException {
      Path root = Files.createTempDirectory(folder, "pod");
      for (JsonNode volume : pod.at("/volumes")) {
        String secret = volume.at("/secret/secretName").asText();
        if (!secret.isEmpty()) {
          Path mounted = Files.createDirectory(root.resolve(volume.at("/name").asText()));
          for (Map.Entry<String, String> file :
              Objects.requireNonNull(secrets.get(secret), secret).entrySet()) {
            Files.writeString(mounted.resolve(file.getKey()), file.getValue());
          }
        }
      }
      return root;
    }
  }
}
