package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.trial.bench.decide.RedisFigures;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.CostMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures the sides in turn, on one broker and one Redis. */
final class PeersRun implements AutoCloseable {
  private static final int ACCOUNTS = 240;
  private static final int MOST_THREADS = 256;
  private static final int ECHO_IN_FLIGHT = 2_000;
  private static final int PER_SECOND = 100;
  private static final Duration RAMP_UP = Duration.ofSeconds(1);

  private final PeersSettings settings;
  private final Consumer<String> out;
  private final KafkaPeers kafka;
  private final RedissonPeer redisson;
  private final CostMeter meter;
  private final PeersFigures figures = new PeersFigures();
  private final Duration length;

  PeersRun(PeersSettings settings, BenchStage stage, Consumer<String> out)
      throws InterruptedException {
    this.settings = settings;
    this.out = out;
    this.length = Duration.ofSeconds(settings.seconds());
    out.accept("starting the arbiter and the echo …");
    this.kafka = new KafkaPeers(ACCOUNTS, settings.partitions(), stage);
    this.redisson = new RedissonPeer(stage.redisAddress(), ACCOUNTS, MOST_THREADS);
    RedisFigures redis = new RedisFigures(redisson.client());
    this.meter =
        kafka
            .meter()
            .with("redis", () -> redis.processorMicroseconds() / 1e6)
            .with("client", PeersRun::ownSeconds);
  }

  private static double ownSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /** All runs. */
  PeersReport run() throws InterruptedException {
    warmUp();
    for (int run = 1; run <= settings.runs(); run++) {
      for (int inFlight : settings.inFlight()) {
        level(run, inFlight);
      }
      echo(run);
      latency(run);
    }
    List<PeersReport.Level> levels = new ArrayList<>();
    for (int inFlight : settings.inFlight()) {
      levels.add(figures.level(inFlight, threads(inFlight)));
    }
    return new PeersReport(
        Runtime.getRuntime().availableProcessors(),
        settings.runs(),
        settings.seconds(),
        settings.partitions(),
        ACCOUNTS,
        kafka.requestBytes(),
        kafka.answerBytes(),
        levels,
        figures.echo(ECHO_IN_FLIGHT),
        figures.latency(PER_SECOND),
        figures.costs());
  }

  /** Small batches take other ways than large ones, so each side is warm for both. */
  private void warmUp() throws InterruptedException {
    Duration half = Duration.ofSeconds(settings.warmUpSeconds()).dividedBy(2);
    out.accept("warming up each side for %d s …".formatted(settings.warmUpSeconds()));
    kafka.rate(Side.ARBITER, ECHO_IN_FLIGHT, RAMP_UP, half, meter);
    kafka.rate(Side.ARBITER, 1, RAMP_UP, half, meter);
    redisson.measure(MOST_THREADS, RAMP_UP, half, meter);
    redisson.measure(1, RAMP_UP, half, meter);
    kafka.rate(Side.ECHO, ECHO_IN_FLIGHT, RAMP_UP, half, meter);
    kafka.latencies(Side.ECHO, PER_SECOND, half);
  }

  private void level(int run, int inFlight) throws InterruptedException {
    int threads = threads(inFlight);
    inTurn(
        run,
        () -> rate(run, Side.ARBITER, inFlight),
        () -> {
          // Two levels with as many threads are one measurement for Redisson.
          if (settings.inFlight().stream().filter(n -> threads(n) == threads).findFirst().get()
              == inFlight) {
            rate(run, Side.REDISSON, threads);
          }
        });
  }

  private static int threads(int inFlight) {
    return Math.min(inFlight, MOST_THREADS);
  }

  private void echo(int run) throws InterruptedException {
    inTurn(
        run,
        () -> rate(run, Side.ARBITER, ECHO_IN_FLIGHT),
        () -> rate(run, Side.ECHO, ECHO_IN_FLIGHT));
  }

  private void latency(int run) throws InterruptedException {
    inTurn(run, () -> latencies(run, Side.ARBITER), () -> latencies(run, Side.ECHO));
  }

  private void rate(int run, Side side, int inFlight) throws InterruptedException {
    Rate rate =
        side == Side.REDISSON
            ? redisson.measure(inFlight, RAMP_UP, length, meter)
            : kafka.rate(side, inFlight, RAMP_UP, length, meter);
    figures.add(side, inFlight, rate);
    out.accept(
        "run %d of %d, %s, %,d in flight: %,.0f commands/s%s"
            .formatted(
                run,
                settings.runs(),
                side,
                inFlight,
                rate.commandsPerSecond(),
                side == Side.ECHO ? "" : ", %,.0f cycles/s".formatted(rate.cyclesPerSecond())));
  }

  private void latencies(int run, Side side) {
    List<Long> nanos = kafka.latencies(side, PER_SECOND, length.multipliedBy(2));
    figures.add(side, nanos);
    out.accept(
        "run %d of %d, %s, %d commands/s: p50 %.1f ms, p99 %.1f ms of %,d"
            .formatted(
                run,
                settings.runs(),
                side,
                PER_SECOND,
                Quantiles.of(nanos, 0.5) / 1e6,
                Quantiles.of(nanos, 0.99) / 1e6,
                nanos.size()));
  }

  /** The first side of one run is the second in the next. */
  private static void inTurn(int run, Step one, Step other) throws InterruptedException {
    if (run % 2 == 1) {
      one.run();
      other.run();
    } else {
      other.run();
      one.run();
    }
  }

  @Override
  public void close() {
    redisson.close();
  }

  private interface Step {
    void run() throws InterruptedException;
  }
}
