package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The arbiters of a layout, and which partitions run in each. */
final class Instances {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m");

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonMapper json = JsonMapper.builder().build();
  private final List<ChildJvm> processes = new ArrayList<>();
  private final List<Integer> httpPorts = new ArrayList<>();
  private final int partitions;

  /** Starts them, one after the other. */
  Instances(BenchStage stage, int count, ScaleSettings given) throws InterruptedException {
    this.partitions = given.partitions();
    Map<String, String> settings =
        Map.of(
            "lockarbiter.topics.partitions",
            Integer.toString(given.partitions()),
            "lockarbiter.concurrency",
            Integer.toString(given.threads()));
    for (int n = 0; n < count; n++) {
      ChildJvm arbiter = stage.arbiter(JVM, settings);
      httpPorts.add(BenchStage.awaitStarted(arbiter));
      processes.add(arbiter);
    }
  }

  List<ChildJvm> processes() {
    return processes;
  }

  /** The owner of each partition, from 0, once each has one that runs and each owner has some. */
  int[] awaitOwners() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      int[] owners = owners();
      if (Arrays.stream(owners).allMatch(owner -> owner >= 0)
          && Arrays.stream(owners).distinct().count() == Math.min(processes.size(), partitions)) {
        return owners;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "not every partition runs after %d s: owners %s"
                .formatted(PATIENCE.toSeconds(), Arrays.toString(owners)));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** The owner of each partition, -1 if nobody runs it. */
  int[] owners() throws InterruptedException {
    int[] owners = new int[partitions];
    Arrays.fill(owners, -1);
    for (int n = 0; n < httpPorts.size(); n++) {
      for (JsonNode partition : partitions(httpPorts.get(n))) {
        if (partition.path("state").asString("").equals("RUNNING")) {
          owners[partition.path("partition").asInt()] = n;
        }
      }
    }
    return owners;
  }

  private JsonNode partitions(int port) throws InterruptedException {
    URI uri = URI.create("http://" + Ports.HOST + ":" + port + "/api/partitions");
    try {
      return json.readTree(
          http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException("an arbiter of the benchmark does not answer at " + uri, e);
    }
  }
}
