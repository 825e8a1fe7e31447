package io.lockarbiter.trial.bench.overload;

import io.lockarbiter.trial.bench.overload.OverloadReport.Delay;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.embedded.measure.Latencies;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Sends more than can be decided for a while, and looks until all is as before. */
final class OverloadRun {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofSeconds(120);

  /** As quick as before; by the histogram's steps and a machine's moods. */
  private static final double AS_BEFORE = 2;

  /** What nobody calls quick, whatever it was before. */
  private static final double QUICK_MS = 1_000;

  private final OverloadSettings settings;
  private final int hotPercent;
  private final ChildJvm arbiter;
  private final OverloadLog log;
  private final OverloadTraffic traffic;
  private final Consumer<String> out;
  private long mostMb;

  private OverloadRun(
      OverloadSettings settings,
      int hotPercent,
      ChildJvm arbiter,
      OverloadLog log,
      OverloadTraffic traffic,
      Consumer<String> out) {
    this.settings = settings;
    this.hotPercent = hotPercent;
    this.arbiter = arbiter;
    this.log = log;
    this.traffic = traffic;
    this.out = out;
  }

  /** Measures with so much of the load on one account; the arbiter has started. */
  static OverloadReport.Line measure(
      OverloadSettings settings,
      int hotPercent,
      BenchStage stage,
      ChildJvm arbiter,
      Consumer<String> out)
      throws InterruptedException {
    try (OverloadLog log = new OverloadLog(stage.bootstrapServers(), settings.partitions());
        OverloadTraffic traffic =
            new OverloadTraffic(
                stage.bootstrapServers(), settings.accounts(), hotPercent, log::answered)) {
      return new OverloadRun(settings, hotPercent, arbiter, log, traffic, out).run();
    }
  }

  private OverloadReport.Line run() throws InterruptedException {
    out.accept("%d %% of the load is one account's: warm-up".formatted(hotPercent));
    during(settings.measureSeconds());
    long answeredBefore = log.answered();
    during(settings.measureSeconds());
    long sustained = (log.answered() - answeredBefore) / settings.measureSeconds();
    long normalRate = Math.max(2, sustained * settings.normalPercent() / 100);
    out.accept("  %,d commands/s are decided; now %,d".formatted(sustained, normalRate));
    traffic.rate(normalRate);
    during(settings.normalSeconds());
    Latencies normal = during(settings.normalSeconds());
    long residentMb = arbiter.residentMb();
    mostMb = residentMb;

    out.accept(
        "  %d times as many for %d s".formatted(settings.factor(), settings.overloadSeconds()));
    long sentBefore = traffic.sent();
    traffic.rate(settings.factor() * sustained);
    Latencies overload = during(settings.overloadSeconds());
    long sentPerSecond = (traffic.sent() - sentBefore) / settings.overloadSeconds();
    traffic.rate(normalRate);
    long backlog = traffic.sent() - log.answered();
    double needed = (double) backlog / (sustained - normalRate);
    out.accept(
        "  %,d commands are left, which need %.0f s; %,d a second come meanwhile"
            .formatted(backlog, needed, normalRate));
    double took = untilAsBefore(Math.min(QUICK_MS, normal.percentileMs(0.99) * AS_BEFORE));
    Latencies afterwards = during(settings.normalSeconds());
    traffic.close();
    awaitAllAnswered();
    return new OverloadReport.Line(
        hotPercent,
        sustained,
        delay(normal),
        sentPerSecond,
        delay(overload),
        backlog,
        needed,
        took,
        delay(afterwards),
        List.of(residentMb, mostMb, arbiter.residentMb()),
        traffic.sent(),
        log.answered(),
        log.twice(),
        log.refused());
  }

  /** What is answered within some seconds. */
  private Latencies during(int seconds) throws InterruptedException {
    Latencies before = log.delays();
    for (int second = 0; second < seconds; second++) {
      look();
    }
    return log.delays().since(before);
  }

  private void look() throws InterruptedException {
    Thread.sleep(LOOK.toMillis());
    mostMb = Math.max(mostMb, arbiter.residentMb());
  }

  private double untilAsBefore(double p99Ms) throws InterruptedException {
    long began = System.nanoTime();
    long heardAt = began;
    while (true) {
      Latencies before = log.delays();
      look();
      Latencies last = log.delays().since(before);
      long now = System.nanoTime();
      if (last.total() > 0) {
        heardAt = now;
        if (last.percentileMs(0.99) <= p99Ms) {
          return (now - began) / 1e9;
        }
      }
      requireHeard(heardAt);
    }
  }

  private void awaitAllAnswered() throws InterruptedException {
    long heardAt = System.nanoTime();
    while (log.answered() < traffic.sent()) {
      long before = log.answered();
      look();
      if (log.answered() > before) {
        heardAt = System.nanoTime();
      } else if (isSilent(heardAt)) {
        return;
      }
    }
  }

  private void requireHeard(long heardAt) {
    if (isSilent(heardAt)) {
      throw new IllegalStateException(
          "no answer for %d s, %,d commands have none: the arbiter has stopped, or a partition stands still"
              .formatted(SILENCE.toSeconds(), traffic.sent() - log.answered()));
    }
  }

  private static boolean isSilent(long heardAt) {
    return System.nanoTime() - heardAt > SILENCE.toNanos();
  }

  private static Delay delay(Latencies of) {
    return new Delay(of.percentileMs(0.5), of.percentileMs(0.99));
  }
}
