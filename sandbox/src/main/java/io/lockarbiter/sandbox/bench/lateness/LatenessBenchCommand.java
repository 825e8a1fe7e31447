package io.lockarbiter.sandbox.bench.lateness;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.sandbox.bench.stage.Arguments;
import io.lockarbiter.sandbox.bench.stage.BenchFiles;
import io.lockarbiter.sandbox.bench.stage.BenchStage;
import io.lockarbiter.sandbox.bench.stage.ChildJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how late what is due becomes an event while nobody speaks. */
@Command(
    name = "lateness",
    description = {
      "Leaves locks and waiting requests alone in silent partitions, and measures how much later than"
          + " due the events are appended that say that they are over: leases that expired, waiting"
          + " requests granted then, and waits that timed out."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class LatenessBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--rounds", description = "Default: ${DEFAULT-VALUE}", defaultValue = "10")
  private int rounds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "Another lockarbiter.jar to measure, to compare versions.")
  private @Nullable Path jar;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all figures as JSON.")
  private @Nullable Path json;

  /** A command that ends early at the signal. */
  public LatenessBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    Arguments.requireAtLeastOne(spec, "--rounds", rounds);
    Arguments.requireAtLeastOne(spec, "--partitions", partitions);
    LatenessReport report;
    try (BenchStage stage = BenchStage.start(jar, signal)) {
      ChildJvm arbiter =
          stage.arbiter(
              List.of("-Xmx512m"),
              Map.of("lockarbiter.topics.partitions", Integer.toString(partitions)));
      BenchStage.awaitStarted(arbiter);
      report = measure(stage);
    }
    table(report).lines().forEach(this::print);
    if (json != null) {
      BenchFiles.writeJson(json, report);
    }
    return 0;
  }

  private LatenessReport measure(BenchStage stage) {
    try (LatenessRun warmUp = new LatenessRun(stage, partitions)) {
      warmUp.round(0);
    }
    try (LatenessRun run = new LatenessRun(stage, partitions)) {
      for (int round = 1; round <= rounds; round++) {
        run.round(round);
        print("round %d of %d: %,d events".formatted(round, rounds, run.due().count()));
      }
      return LatenessReport.of(partitions, rounds, run.due());
    }
  }

  private static TextTable table(LatenessReport report) {
    TextTable table = new TextTable("late, ms", "events", "p50", "p99", "worst");
    for (LatenessReport.Line line : report.lines()) {
      table.add(
          line.kind(),
          (long) line.events(),
          Math.round(line.p50Ms()),
          Math.round(line.p99Ms()),
          Math.round(line.worstMs()));
    }
    return table;
  }

  private void print(String line) {
    PrintWriter out =
        spec == null ? new PrintWriter(System.out, true) : spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
