package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.embedded.EmbeddedCommand;
import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.trial.bench.gateway.GatewayReport.Level;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Measures both sides in turn, on one broker and one arbiter. */
final class GatewayRun implements AutoCloseable {
  private static final int ACCOUNTS = 240;
  private static final int WARM_PER_SECOND = 100;
  private static final Duration START = Duration.ofSeconds(120);
  private static final Pattern STARTED = Pattern.compile("The gateway has started: (\\S+);");
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m");

  private final Settings settings;
  private final Consumer<String> out;
  private final JavaAsker java;
  private final HttpAsker http;
  private final Map<Measured, List<Double>> p50Ms = new HashMap<>();
  private final Map<Measured, List<Double>> p99Ms = new HashMap<>();

  /**
   * Extent of the runs.
   *
   * @param seconds of each measurement
   * @param warmUpSeconds of each side, before the first run
   * @param perSecond acquires a second
   */
  record Settings(
      int runs, int seconds, int warmUpSeconds, int partitions, List<Integer> perSecond) {
    Settings {
      perSecond = List.copyOf(perSecond);
    }
  }

  private record Measured(Side side, int perSecond) {}

  GatewayRun(Settings settings, BenchStage stage, Consumer<String> out)
      throws InterruptedException, IOException {
    this.settings = settings;
    this.out = out;
    out.accept("starting the arbiter and the gateway …");
    BenchStage.awaitStarted(
        stage.arbiter(
            JVM, Map.of("lockarbiter.topics.partitions", Integer.toString(settings.partitions()))));
    String key = ApiKeys.generate(new SecureRandom());
    http = new HttpAsker(gateway(stage, key), key, ACCOUNTS);
    http.awaitReady();
    java = new JavaAsker(stage.bootstrapServers(), ACCOUNTS);
  }

  /** Starts a gateway as the launcher does; returns its address. */
  private static String gateway(BenchStage stage, String key)
      throws IOException, InterruptedException {
    Path files = stage.directory("gateway");
    Path keys = Files.write(files.resolve("keys"), List.of(ApiKeys.line("bench", key)));
    Path rules = Files.write(files.resolve("rules"), List.of("bench * self ask,hold,see"));
    ChildJvm gateway =
        stage.jvm(
            EmbeddedCommand.class,
            JVM,
            List.of(
                "gateway",
                "--kafka",
                stage.bootstrapServers(),
                "--lockarbiter.gateway.keys-file=" + keys,
                "--lockarbiter.gateway.rules-file=" + rules,
                "--lockarbiter.gateway.requests-per-minute=1000000",
                "--server.port=0"));
    return gateway.await(STARTED, START);
  }

  /** All runs. */
  GatewayReport run() throws InterruptedException {
    out.accept("warming up each side for %d s …".formatted(settings.warmUpSeconds()));
    for (Side side : Side.values()) {
      Duration length = Duration.ofSeconds(settings.warmUpSeconds());
      PacedAcquires.run(asker(side), WARM_PER_SECOND, length);
    }
    for (int run = 1; run <= settings.runs(); run++) {
      for (int perSecond : settings.perSecond()) {
        // The first side of one run is the second in the next.
        measure(run, run % 2 == 1 ? Side.JAVA : Side.HTTP, perSecond);
        measure(run, run % 2 == 1 ? Side.HTTP : Side.JAVA, perSecond);
      }
    }
    List<Level> levels = new ArrayList<>();
    for (int perSecond : settings.perSecond()) {
      levels.add(
          Level.of(
              perSecond,
              series(p50Ms, Side.JAVA, perSecond),
              series(p99Ms, Side.JAVA, perSecond),
              series(p50Ms, Side.HTTP, perSecond),
              series(p99Ms, Side.HTTP, perSecond)));
    }
    return new GatewayReport(
        Runtime.getRuntime().availableProcessors(),
        settings.runs(),
        settings.seconds(),
        settings.partitions(),
        ACCOUNTS,
        levels);
  }

  private void measure(int run, Side side, int perSecond) throws InterruptedException {
    List<Long> nanos =
        PacedAcquires.run(asker(side), perSecond, Duration.ofSeconds(settings.seconds()));
    double p50 = Quantiles.of(nanos, 0.5) / 1e6;
    double p99 = Quantiles.of(nanos, 0.99) / 1e6;
    Measured measured = new Measured(side, perSecond);
    p50Ms.computeIfAbsent(measured, key -> new ArrayList<>()).add(p50);
    p99Ms.computeIfAbsent(measured, key -> new ArrayList<>()).add(p99);
    out.accept(
        "run %d of %d, %s, %d acquires/s: p50 %.1f ms, p99 %.1f ms of %,d"
            .formatted(run, settings.runs(), side, perSecond, p50, p99, nanos.size()));
  }

  private Asker asker(Side side) {
    return side == Side.JAVA ? java : http;
  }

  private static Series series(Map<Measured, List<Double>> all, Side side, int perSecond) {
    return Series.of(all.getOrDefault(new Measured(side, perSecond), List.of()));
  }

  @Override
  public void close() {
    java.close();
    http.close();
  }
}
