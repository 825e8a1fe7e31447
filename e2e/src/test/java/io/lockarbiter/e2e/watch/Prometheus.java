package io.lockarbiter.e2e.watch;

import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus in a process, which scrapes what it is told to, and asks alert rules. */
public final class Prometheus implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final JavaProcess process;
  private final Path targets;
  private final String address;

  /**
   * A program to be scraped.
   *
   * @param job the same of all that do the same work
   * @param instance its name in queries, whatever its port
   * @param address host and port
   * @param path of its metrics
   */
  public record Target(String job, String instance, String address, String path) {}

  private Prometheus(JavaProcess process, Path targets, String address) {
    this.process = process;
    this.targets = targets;
    this.address = address;
  }

  /**
   * Starts one that scrapes nothing yet.
   *
   * @param folder for its files and data
   * @param rules the text of its rules
   * @param interval of scrapes, and of looks at the rules
   */
  public static Prometheus start(Path folder, String rules, Duration interval) throws IOException {
    Path targets = Files.writeString(folder.resolve("targets.json"), "[]");
    Files.writeString(folder.resolve("rules.yaml"), rules);
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yaml"),
            """
            global: {scrape_interval: %1$dms, scrape_timeout: %1$dms, evaluation_interval: %1$dms}
            rule_files: [rules.yaml]
            scrape_configs:
              - job_name: watched
                file_sd_configs: [{files: [targets.json], refresh_interval: 1s}]
            """
                .formatted(interval.toMillis()));
    String address = Ports.HOST + ":" + Ports.free();
    Prometheus prometheus =
        new Prometheus(
            JavaProcess.start(
                new ProcessBuilder(
                    OptionalTool.PROMETHEUS.program("prometheus"),
                    "--config.file=" + config,
                    "--storage.tsdb.path=" + folder.resolve("data"),
                    "--web.listen-address=" + address)),
            targets,
            "http://" + address);
    await("a ready Prometheus")
        .ignoreExceptions()
        .until(() -> prometheus.get("/-/ready").statusCode() == 200);
    return prometheus;
  }

  /** Scrapes these from now on, and no others. */
  public void scrape(Collection<Target> all) throws IOException {
    List<Map<String, Object>> groups =
        all.stream()
            .map(
                target ->
                    Map.of(
                        "targets",
                        List.of(target.address()),
                        "labels",
                        Map.of(
                            "job", target.job(),
                            "instance", target.instance(),
                            "__metrics_path__", target.path())))
            .toList();
    Path next = targets.resolveSibling("targets.next");
    Files.writeString(next, JsonMapper.shared().writeValueAsString(groups));
    Files.move(next, targets, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the names of the alerts that fire now. */
  public Set<String> firing() {
    Set<String> names = new TreeSet<>();
    for (JsonNode alert : data("/api/v1/alerts").path("alerts")) {
      if (alert.path("state").asString().equals("firing")) {
        names.add(alert.path("labels").path("alertname").asString());
      }
    }
    return names;
  }

  /** Returns the series that a query has now. */
  public JsonNode query(String query) {
    return data("/api/v1/query?query=" + encoded(query)).path("result");
  }

  /** Returns the series that a query has had, with a value for each step. */
  public JsonNode range(String query, Instant from, Instant to, Duration step) {
    return data("/api/v1/query_range?query=%s&start=%s&end=%s&step=%dms"
            .formatted(encoded(query), seconds(from), seconds(to), step.toMillis()))
        .path("result");
  }

  private static String encoded(String query) {
    return URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  private static String seconds(Instant at) {
    return String.format(Locale.ROOT, "%.3f", at.toEpochMilli() / 1_000.0);
  }

  private JsonNode data(String path) {
    HttpResponse<String> answer = get(path);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(path + ": " + answer.body());
    }
    return JsonMapper.shared().readTree(answer.body()).path("data");
  }

  private HttpResponse<String> get(String path) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create(address + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(process.output(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
