package io.lockarbiter.trial.bench;

import com.sun.management.OperatingSystemMXBean;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how fast histories are verified, and in how much memory. */
@Command(
    name = "audit",
    description = {
      "Verifies a history that is made while it is read. What counts is processor time of the whole"
          + " process, collector and compiler included, less that for making the history.",
      "For one core: taskset -c 0, and LOCKARBITER_JAVA_OPTS=-Xmx500m for the memory."
    },
    mixinStandardHelpOptions = true)
final class AuditBenchCommand implements Callable<Integer> {
  private static final int REPORTS = 10;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @Option(
      names = "--commands",
      description = "Length of the history. Default: ${DEFAULT-VALUE}",
      defaultValue = "2000000")
  private long commands;

  @Option(
      names = "--live",
      description = "Locks held at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private int live;

  @Mixin private BenchOptions bench = new BenchOptions();

  AuditBenchCommand() {}

  @Override
  public Integer call() throws IOException {
    GeneratedHistory history = new GeneratedHistory(commands, live);
    long begin = PROCESS.getProcessCpuTime();
    PartitionVerdict verdict =
        Verification.of(
            history, Scope.ALL, EnumSet.allOf(Check.class), new Progress(history, begin));
    double seconds = seconds(history, begin);
    Report report =
        new Report(
            verdict.verdict(),
            verdict.commands(),
            verdict.events(),
            seconds,
            verdict.commands() / seconds,
            Runtime.getRuntime().maxMemory() >> 20);
    bench.print(report.toString());
    bench.write(report);
    return verdict.verdict() == Verdict.CLEAN ? 0 : 1;
  }

  private static double seconds(GeneratedHistory history, long begin) {
    return (PROCESS.getProcessCpuTime() - begin - history.generationNanos()) / 1e9;
  }

  /** What was measured. */
  private record Report(
      Verdict verdict,
      long commands,
      long events,
      double seconds,
      double commandsPerSecond,
      long heapMb) {
    @Override
    public String toString() {
      return "%s: %,d commands and %,d events verified in %.1f s of one processor, %,.0f commands/s; heap at most %,d MB"
          .formatted(verdict, commands, events, seconds, commandsPerSecond, heapMb);
    }
  }

  /** A line now and then: the rate since the one before. */
  private final class Progress implements ReplayListener {
    private final GeneratedHistory history;
    private final long begin;
    private long done;
    private double secondsBefore;

    Progress(GeneratedHistory history, long begin) {
      this.history = history;
      this.begin = begin;
    }

    @Override
    public void step(ReplayStep step) {
      if (++done % Math.max(1, commands / REPORTS) == 0) {
        double seconds = seconds(history, begin);
        bench.print(
            "  %,d commands, %,.0f/s"
                .formatted(done, commands / (double) REPORTS / (seconds - secondsBefore)));
        secondsBefore = seconds;
      }
    }
  }
}
