package io.lockarbiter.embedded.load;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.measure.Latencies;
import java.time.Duration;
import java.util.function.Consumer;

/** Measures how many commands per second are decided, end to end. */
public final class MaxRate {
  private static final int ACCOUNTS = 240;
  private static final int IN_FLIGHT = 6_000;
  private static final Duration LINGER = Duration.ofMillis(5);
  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final Duration REPORT = Duration.ofSeconds(5);
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(30);

  private final StopSignal signal;
  private final Consumer<String> out;

  /** Creates a measurement; the signal ends it early, {@code out} takes its lines. */
  public MaxRate(StopSignal signal, Consumer<String> out) {
    this.signal = signal;
    this.out = out;
  }

  /**
   * Runs the load, after a warm-up.
   *
   * @return whether every command was answered and none refused
   */
  public boolean run(String bootstrapServers, Duration length) throws InterruptedException {
    return run(bootstrapServers, WARM_UP, length);
  }

  boolean run(String bootstrapServers, Duration warmUp, Duration length)
      throws InterruptedException {
    out.accept(
        "%,d locks of %,d accounts, paths 5 deep, %,d commands in flight; Kafka, Redis, arbiter and load share %d cores"
            .formatted(IN_FLIGHT, ACCOUNTS, IN_FLIGHT, Runtime.getRuntime().availableProcessors()));
    LockTraffic traffic = new LockTraffic(ACCOUNTS, IN_FLIGHT, 0);
    try (LoadGenerator load = new LoadGenerator(bootstrapServers, traffic, LINGER)) {
      load.begin();
      out.accept("warming up for " + warmUp.toSeconds() + " s …");
      run(load, warmUp, false);
      Latencies before = load.latency().snapshot();
      long startedAt = System.nanoTime();
      run(load, length, true);
      double seconds = (System.nanoTime() - startedAt) / 1e9;
      Latencies measured = load.latency().snapshot().since(before);
      boolean complete = load.end(LAST_ANSWERS);
      return report(measured, seconds, complete, traffic.refused());
    }
  }

  private void run(LoadGenerator load, Duration length, boolean reports)
      throws InterruptedException {
    long startedAt = System.nanoTime();
    long reportAt = REPORT.toNanos();
    Latencies last = load.latency().snapshot();
    while (System.nanoTime() - startedAt < length.toNanos() && !signal.await(Duration.ZERO)) {
      load.step();
      long elapsed = System.nanoTime() - startedAt;
      if (reports && elapsed >= reportAt) {
        Latencies now = load.latency().snapshot();
        out.accept(
            "%4d s  %s"
                .formatted(
                    elapsed / 1_000_000_000,
                    text(now.since(last), REPORT.toNanos() / 1e9 + (elapsed - reportAt) / 1e9)));
        last = now;
        reportAt = elapsed + REPORT.toNanos();
      }
    }
  }

  private boolean report(Latencies measured, double seconds, boolean complete, long refused) {
    out.accept("");
    out.accept(
        "%s, sustained over %.0f s on %d cores; %,d answers read, %,d refused"
            .formatted(
                text(measured, seconds),
                seconds,
                Runtime.getRuntime().availableProcessors(),
                measured.total(),
                refused));
    if (!complete) {
      out.accept("FAILED: some commands had no answer within " + LAST_ANSWERS.toSeconds() + " s");
    }
    if (refused > 0) {
      out.accept("FAILED: no command should be refused here: every lock has a path of its own");
    }
    return complete && refused == 0 && measured.total() > 0;
  }

  private static String text(Latencies latencies, double seconds) {
    return "%,.0f commands/s, p50 %.0f ms, p99 %.0f ms from command to event"
        .formatted(
            latencies.total() / seconds, latencies.percentileMs(0.5), latencies.percentileMs(0.99));
  }
}
