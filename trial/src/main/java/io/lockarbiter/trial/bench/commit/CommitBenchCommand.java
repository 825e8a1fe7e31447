package io.lockarbiter.trial.bench.commit;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what transactions cost, one per partition or one over all. */
@Command(
    name = "commit",
    description = {
      "What a transaction costs the broker and who commits: a producer per partition, each with"
          + " transactions of its own, against one producer whose transactions span all partitions."
          + " Records gather while a commit is under way; no arbiter and no Redis take part.",
      "The figures are medians of the runs; a record's wait is from its arrival to its commit."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class CommitBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(names = "--runs", description = "Default: ${DEFAULT-VALUE}", defaultValue = "3")
  private int runs;

  @Option(
      names = "--seconds",
      description = "Of each measurement. Default: ${DEFAULT-VALUE}",
      defaultValue = "5")
  private int seconds;

  @Option(
      names = "--warm-up-seconds",
      description = "Of each design. Default: ${DEFAULT-VALUE}",
      defaultValue = "10")
  private int warmUpSeconds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Option(
      names = "--event-bytes",
      description = "Length of a record. Default: ${DEFAULT-VALUE}",
      defaultValue = "400")
  private int eventBytes;

  @Option(
      names = "--rates",
      split = ",",
      description = "Records a second, over all partitions. Default: ${DEFAULT-VALUE}",
      defaultValue = "100,1200,6000")
  private List<Integer> rates = List.of();

  @Option(
      names = "--in-flight",
      split = ",",
      description = "Records in flight at full speed. Default: ${DEFAULT-VALUE}",
      defaultValue = "256,4000")
  private List<Integer> inFlight = List.of();

  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public CommitBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    CommitSettings settings = settings();
    CommitReport report;
    try (BenchStage stage = BenchStage.start(null, signal)) {
      report = new CommitRun(settings, stage, bench::print).run();
    }
    bench.print("");
    table(report).lines().forEach(bench::print);
    bench.write(report);
    return 0;
  }

  private CommitSettings settings() {
    bench.requireAtLeastOne("--runs", runs);
    bench.requireAtLeastOne("--seconds", seconds);
    bench.requireAtLeastOne("--warm-up-seconds", warmUpSeconds);
    bench.requireAtLeastOne("--partitions", partitions);
    bench.requireAtLeastOne("--event-bytes", eventBytes);
    rates.forEach(rate -> bench.requireAtLeastOne("--rates", rate));
    inFlight.forEach(records -> bench.requireAtLeastOne("--in-flight", records));
    List<CommitLevel> levels =
        Stream.concat(
                rates.stream().map(rate -> new CommitLevel(rate, 0)),
                inFlight.stream().map(records -> new CommitLevel(0, records)))
            .toList();
    return new CommitSettings(runs, seconds, warmUpSeconds, partitions, eventBytes, levels);
  }

  private static TextTable table(CommitReport report) {
    TextTable table =
        new TextTable(
            "%d partitions, records of %d bytes"
                .formatted(report.partitions(), report.eventBytes()),
            "",
            "commits/s",
            "records/s",
            "wait p50 ms",
            "p99 ms",
            "broker ms per 1,000",
            "client ms per 1,000");
    for (CommitReport.Line line : report.lines()) {
      table.add(
          line.level(),
          line.design(),
          "%,.0f".formatted(line.commitsPerSecond()),
          "%,.0f".formatted(line.recordsPerSecond()),
          "%.1f".formatted(line.waitP50Ms()),
          "%.1f".formatted(line.waitP99Ms()),
          "%.1f".formatted(line.brokerMs()),
          "%.1f".formatted(line.clientMs()));
    }
    return table;
  }
}
