package io.lockarbiter.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockarbiter.deploy.Chart;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pods of one component of the chart on this machine, each with ports of its own. They are
 * replaced one by one as the chart's Deployment says: a new one is ready for some seconds before an
 * old one is stopped. What a Service would know is {@link #addresses}: a pod that stops is among
 * them until it has ended.
 */
final class ChartRelease implements AutoCloseable {
  /** A container that ends is started again, such as one that found no Redis at its start. */
  private static final int STARTS = 3;

  private final String component;
  private final String port;
  private final ChartPod.Secrets secrets;
  private final List<ChartPod> pods = new CopyOnWriteArrayList<>();

  /**
   * No pod yet.
   *
   * @param port the name of the port that others ask
   */
  ChartRelease(String component, String port, ChartPod.Secrets secrets) {
    this.component = component;
    this.port = port;
    this.secrets = secrets;
  }

  /**
   * Starts one more pod, and waits until it has been ready for as long as it must.
   *
   * @param values of the chart, with a place for each of four free ports
   */
  void scaleOut(Path jar, String values) throws IOException {
    List<JsonNode> objects =
        Chart.render(values.formatted(Ports.free(), Ports.free(), Ports.free(), Ports.free()));
    for (int attempt = 1; ; attempt++) {
      ChartPod pod = ChartPod.start(objects, component, secrets, jar);
      try {
        pod.awaitProbes();
        pods.add(pod);
        pod.awaitAvailable();
        return;
      } catch (AssertionError | RuntimeException e) {
        boolean hasEnded = !pod.isAlive();
        String output = pod.output();
        pod.close();
        if (!hasEnded || attempt == STARTS) {
          throw new AssertionError("a pod of " + component + " is not ready: " + output, e);
        }
      }
    }
  }

  /** Stops the oldest pod. */
  void scaleIn() {
    pods.get(0).assertStopsInTime();
    pods.remove(0).close();
  }

  /** Replaces all pods, one by one. */
  void roll(Path jar, String values) throws IOException {
    for (int left = pods.size(); left > 0; left--) {
      scaleOut(jar, values);
      scaleIn();
    }
  }

  /** Returns where its pods answer. */
  List<String> addresses() {
    return pods.stream().map(pod -> pod.address(port)).toList();
  }

  /** Returns what each pod answers. */
  List<String> get(String path) throws IOException, InterruptedException {
    List<String> answers = new ArrayList<>();
    for (ChartPod pod : pods) {
      answers.add(pod.get(port, path));
    }
    return answers;
  }

  /** Returns what the present pods wrote. */
  String output() {
    return String.join("\n", pods.stream().map(ChartPod::output).toList());
  }

  @Override
  public void close() {
    pods.forEach(ChartPod::close);
  }
}
