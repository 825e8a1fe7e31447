package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two arbiters and two gateways of the chart with load on Kafka and over HTTP, and what happens to
 * them in phases.
 */
final class ChartStage implements AutoCloseable {
  private final Deployment deployment;
  private final RunTally tally = new RunTally();
  private final ChartRelease arbiters;
  private final ChartRelease gateways;
  private final List<Phase> phases = new ArrayList<>();
  private final Load load;
  private final HttpLoad http;

  private ChartStage(
      Deployment deployment, ChartRelease arbiters, ChartRelease gateways, String key) {
    this.deployment = deployment;
    this.arbiters = arbiters;
    this.gateways = gateways;
    this.load =
        Load.on(
            deployment.log(),
            IntStream.range(0, deployment.partitions()).mapToObj(deployment::accountIn).toList());
    this.http = HttpLoad.on(tally, gateways::addresses, key);
  }

  /**
   * Starts the pods, and begins the load when all partitions run.
   *
   * @param values of the chart, as {@link ChartRelease#scaleOut} takes them; the gateway's Secret
   *     is {@code access}
   */
  static ChartStage start(Deployment deployment, String values, ChartPod.Secrets secrets)
      throws IOException {
    GatewayFiles access =
        GatewayFiles.in(Files.createTempDirectory("access"), "web * * ask,hold,see");
    String key = access.add("web");
    secrets.add("access", "keys", Files.readString(access.keys()));
    secrets.add("access", "rules", Files.readString(access.rules()));
    ChartRelease arbiters = new ChartRelease("arbiter", "view", secrets);
    ChartRelease gateways = new ChartRelease("gateway", "http", secrets);
    try {
      for (int n = 0; n < 2; n++) {
        arbiters.scaleOut(ChartPod.jar("arbiter"), values);
        gateways.scaleOut(ChartPod.jar("gateway"), values);
      }
      awaitAllRunning(arbiters, deployment);
    } catch (RuntimeException | AssertionError | IOException e) {
      gateways.close();
      arbiters.close();
      throw e;
    }
    ChartStage stage = new ChartStage(deployment, arbiters, gateways, key);
    stage.awaitMore();
    return stage;
  }

  ChartRelease arbiters() {
    return arbiters;
  }

  ChartRelease gateways() {
    return gateways;
  }

  /** Does a step, and lets the load go on for a while afterwards. */
  void phase(String name, Step step) throws Exception {
    long from = System.currentTimeMillis();
    step.run();
    awaitMore();
    phases.add(new Phase(name, from, System.currentTimeMillis()));
  }

  /** Waits until some hundred more commands were sent, and some were answered over HTTP. */
  void awaitMore() {
    load.awaitMore();
    long before = tally.of("release");
    await().until(() -> tally.of("release") > before + 20 || !tally.wrong().isEmpty());
  }

  void awaitAllRunning() {
    awaitAllRunning(arbiters, deployment);
  }

  private static void awaitAllRunning(ChartRelease arbiters, Deployment deployment) {
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                String.join("", arbiters.get("/api/partitions"))
                            .split("\"state\":\"RUNNING\"", -1)
                            .length
                        - 1
                    == deployment.partitions());
  }

  /** Checks that each command has one answer, and that none waited longer. */
  void assertAllAnswered(Duration longest) {
    http.close();
    Answers.awaitEachOnce(deployment, load.end());
    AnswerTimes times = AnswerTimes.of(deployment);
    phases.forEach(one -> System.out.println(times.describe(one.name, one.from, one.to)));
    System.out.println("over HTTP: " + tally.counts());
    assertThat(tally.wrong()).isEmpty();
    CleanHistory.check(deployment);
    assertThat(times.longest(0, Long.MAX_VALUE)).hasSize(deployment.partitions());
    assertThat(times.longest(0, Long.MAX_VALUE).values())
        .allSatisfy(ms -> assertThat(ms).isLessThan(longest.toMillis()));
  }

  @Override
  public void close() {
    http.close();
    load.close();
    gateways.close();
    arbiters.close();
  }

  private record Phase(String name, long from, long to) {}

  /** A step of an operator. */
  interface Step {
    void run() throws Exception;
  }
}
