package io.lockarbiter.trial.bench.handover;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long a partition stands still when instances come and go. */
@Command(
    name = "handover",
    description = {
      "Lets instances join, leave (SIGTERM), restart one after another and die (SIGKILL) under a"
          + " steady load on every partition; broker, Redis and instances are processes of their own.",
      "A partition stands still while a command is in its log and no answer is appended: the longest"
          + " such time of each partition, by the times in lock.events, for partitions that changed"
          + " their owner and for those that did not. Ends with 1 if an answer is missing."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class HandoverBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(
      names = "--rounds",
      description =
          "How often: each round is a leave, a SIGKILL, two joins and a rolling restart of both"
              + " instances. Default: ${DEFAULT-VALUE}",
      defaultValue = "10")
  private int rounds;

  @Option(
      names = "--interval-ms",
      description = "Between two commands of a partition. Default: ${DEFAULT-VALUE}",
      defaultValue = "50")
  private int intervalMs;

  @Option(
      names = "--quiet-seconds",
      description = "Without any change, at the beginning of a round. Default: ${DEFAULT-VALUE}",
      defaultValue = "5")
  private int quietSeconds;

  @Mixin private GroupOptions instances = new GroupOptions();
  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public HandoverBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--rounds", rounds);
    bench.requireAtLeastOne("--interval-ms", intervalMs);
    bench.requireAtLeastOne("--quiet-seconds", quietSeconds);
    HandoverSettings settings =
        new HandoverSettings(instances.checked(bench), rounds, intervalMs, quietSeconds);
    HandoverReport report;
    try (BenchStage stage = BenchStage.startQuick(jar.file(), signal);
        HandoverRun run = new HandoverRun(settings, stage, bench::print)) {
      report = run.run();
    }
    bench.print("");
    HandoverText.lines(report).forEach(bench::print);
    bench.write(report);
    return report.isComplete() ? 0 : 1;
  }
}
