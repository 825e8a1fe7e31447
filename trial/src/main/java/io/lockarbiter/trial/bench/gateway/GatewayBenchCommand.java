package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures an acquire over HTTP beside one of the Java client. */
@Command(
    name = "gateway",
    description = {
      "Latency of an acquire over HTTP, through one gateway, beside that of the Java client. Each"
          + " lock is released at once. Both sides in turn, at fixed rates; broker, Redis, arbiter"
          + " and gateway are processes of their own, both clients are in this one.",
      "The figures are medians of the runs."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class GatewayBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(names = "--runs", description = "Default: ${DEFAULT-VALUE}", defaultValue = "5")
  private int runs;

  @Option(
      names = "--seconds",
      description = "Of each measurement. Default: ${DEFAULT-VALUE}",
      defaultValue = "15")
  private int seconds;

  @Option(
      names = "--warm-up-seconds",
      description = "Of each side, before the first run. Default: ${DEFAULT-VALUE}",
      defaultValue = "90")
  private int warmUpSeconds;

  @Option(
      names = "--partitions",
      description = "Of the topics. Default: ${DEFAULT-VALUE}",
      defaultValue = "12")
  private int partitions;

  @Option(
      names = "--per-second",
      split = ",",
      description = "Acquires a second. Default: ${DEFAULT-VALUE}",
      defaultValue = "20,100")
  private List<Integer> perSecond = List.of();

  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public GatewayBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--runs", runs);
    bench.requireAtLeastOne("--seconds", seconds);
    bench.requireAtLeastOne("--warm-up-seconds", warmUpSeconds);
    bench.requireAtLeastOne("--partitions", partitions);
    for (int rate : perSecond) {
      bench.requireAtLeastOne("--per-second", rate);
    }
    GatewayRun.Settings settings =
        new GatewayRun.Settings(runs, seconds, warmUpSeconds, partitions, perSecond);
    GatewayReport report;
    try (BenchStage stage = BenchStage.start(/* jar= */ null, signal);
        GatewayRun run = new GatewayRun(settings, stage, bench::print)) {
      report = run.run();
    }
    bench.print("");
    GatewayText.lines(report).forEach(bench::print);
    bench.write(report);
    return 0;
  }
}
