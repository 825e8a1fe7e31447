package io.lockarbiter.sandbox.bench.handover;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.sandbox.bench.stage.Arguments;
import io.lockarbiter.sandbox.bench.stage.BenchFiles;
import io.lockarbiter.sandbox.bench.stage.BenchStage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--rounds",
      description =
          "How often: each round is a leave, a SIGKILL, two joins and a rolling restart of both"
              + " instances. Default: ${DEFAULT-VALUE}",
      defaultValue = "10")
  private int rounds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Option(
      names = "--threads",
      description = "Of an instance. Default: ${DEFAULT-VALUE}",
      defaultValue = "2")
  private int threads;

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

  @Option(
      names = "--session-timeout-ms",
      description = "After which a silent member is dead. Default: ${DEFAULT-VALUE}",
      defaultValue = "6000")
  private int sessionTimeoutMs;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "Another lockarbiter.jar to measure, to compare versions.")
  private @Nullable Path jar;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all figures as JSON.")
  private @Nullable Path json;

  /** A command that ends early at the signal. */
  public HandoverBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    Arguments.requireAtLeastOne(spec, "--rounds", rounds);
    Arguments.requireAtLeastOne(spec, "--partitions", partitions);
    Arguments.requireAtLeastOne(spec, "--threads", threads);
    Arguments.requireAtLeastOne(spec, "--interval-ms", intervalMs);
    Arguments.requireAtLeastOne(spec, "--quiet-seconds", quietSeconds);
    Arguments.requireAtLeast(spec, "--session-timeout-ms", sessionTimeoutMs, 1_000);
    HandoverSettings settings =
        new HandoverSettings(
            rounds, partitions, threads, intervalMs, quietSeconds, sessionTimeoutMs);
    HandoverReport report;
    try (BenchStage stage = BenchStage.startQuick(jar, signal);
        HandoverRun run = new HandoverRun(settings, stage, this::print)) {
      report = run.run();
    }
    print("");
    HandoverText.lines(report).forEach(this::print);
    if (json != null) {
      BenchFiles.writeJson(json, report);
    }
    return report.isComplete() ? 0 : 1;
  }

  private void print(String line) {
    PrintWriter out =
        spec == null ? new PrintWriter(System.out, true) : spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
