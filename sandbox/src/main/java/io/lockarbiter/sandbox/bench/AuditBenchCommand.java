package io.lockarbiter.sandbox.bench;

import com.sun.management.OperatingSystemMXBean;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification;
import io.lockarbiter.audit.verify.Verification.Check;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  @Spec private @Nullable CommandSpec spec;

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

  AuditBenchCommand() {}

  @Override
  public Integer call() {
    GeneratedHistory history = new GeneratedHistory(commands, live);
    long begin = PROCESS.getProcessCpuTime();
    PartitionVerdict verdict =
        Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), new Report(history, begin));
    double seconds = seconds(history, begin);
    out()
        .printf(
            "%s: %,d commands and %,d events verified in %.1f s of one processor, %,.0f commands/s; heap at most %,d MB%n",
            verdict.verdict(),
            verdict.commands(),
            verdict.events(),
            seconds,
            verdict.commands() / seconds,
            Runtime.getRuntime().maxMemory() >> 20);
    return verdict.verdict() == Verdict.CLEAN ? 0 : 1;
  }

  private static double seconds(GeneratedHistory history, long begin) {
    return (PROCESS.getProcessCpuTime() - begin - history.generationNanos()) / 1e9;
  }

  private PrintWriter out() {
    return spec == null ? new PrintWriter(System.out, true) : spec.commandLine().getOut();
  }

  /** A line now and then: the rate since the one before. */
  private final class Report implements ReplayListener {
    private final GeneratedHistory history;
    private final long begin;
    private long done;
    private double secondsBefore;

    Report(GeneratedHistory history, long begin) {
      this.history = history;
      this.begin = begin;
    }

    @Override
    public void step(ReplayStep step) {
      if (++done % Math.max(1, commands / REPORTS) == 0) {
        double seconds = seconds(history, begin);
        out()
            .printf(
                "  %,d commands, %,.0f/s%n",
                done, commands / (double) REPORTS / (seconds - secondsBefore));
        out().flush();
        secondsBefore = seconds;
      }
    }
  }
}
