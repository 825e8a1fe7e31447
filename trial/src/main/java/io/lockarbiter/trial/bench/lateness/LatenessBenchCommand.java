package io.lockarbiter.trial.bench.lateness;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Option(names = "--rounds", description = "Default: ${DEFAULT-VALUE}", defaultValue = "10")
  private int rounds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public LatenessBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--rounds", rounds);
    bench.requireAtLeastOne("--partitions", partitions);
    LatenessReport report;
    try (BenchStage stage = BenchStage.start(jar.file(), signal)) {
      ChildJvm arbiter =
          stage.arbiter(
              List.of("-Xmx512m"),
              Map.of("lockarbiter.topics.partitions", Integer.toString(partitions)));
      BenchStage.awaitStarted(arbiter);
      report = measure(stage);
    }
    table(report).lines().forEach(bench::print);
    bench.write(report);
    return 0;
  }

  private LatenessReport measure(BenchStage stage) {
    try (LatenessRun warmUp = new LatenessRun(stage, partitions)) {
      warmUp.round(0);
    }
    try (LatenessRun run = new LatenessRun(stage, partitions)) {
      for (int round = 1; round <= rounds; round++) {
        run.round(round);
        bench.print(
            "round %d of %d: %,d events so far".formatted(round, rounds, run.due().count()));
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
}
