package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.FileToWrite;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the arbiter beside Redisson's locks and a transactional echo. */
@Command(
    name = "peers",
    description = {
      "Cycles of acquire and release at path depth 5 beside Redisson's five-level lock"
          + " (a RedissonMultiLock of four read locks and a write lock) on the same Redis; commands"
          + " per second and latency at 100 a second beside a transactional echo on the same broker"
          + " with records as long. All sides in turn; broker, arbiter, echo and Redis are processes"
          + " of their own, the load comes from this one.",
      "The figures are medians of the runs."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class PeersBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(names = "--runs", description = "Default: ${DEFAULT-VALUE}", defaultValue = "5")
  private int runs;

  @Option(
      names = "--seconds",
      description = "Of each measurement. Default: ${DEFAULT-VALUE}",
      defaultValue = "5")
  private int seconds;

  @Option(
      names = "--warm-up-seconds",
      description = "Of each side, before the first run. Default: ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int warmUpSeconds;

  @Option(
      names = "--partitions",
      description = "Of the topics. Default: ${DEFAULT-VALUE}",
      defaultValue = "12")
  private int partitions;

  @Option(
      names = "--in-flight",
      split = ",",
      description =
          "Commands in flight beside Redisson, which has as many threads, at most 256. Default:"
              + " ${DEFAULT-VALUE}",
      defaultValue = "1,32,256,4000")
  private List<Integer> inFlight = List.of();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Writes a page with charts, a file that needs no network.",
      converter = FileToWrite.class)
  private @Nullable Path html;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public PeersBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--runs", runs);
    bench.requireAtLeastOne("--seconds", seconds);
    bench.requireAtLeastOne("--warm-up-seconds", warmUpSeconds);
    bench.requireAtLeastOne("--partitions", partitions);
    for (int level : inFlight) {
      bench.requireAtLeastOne("--in-flight", level);
    }
    PeersSettings settings = new PeersSettings(runs, seconds, warmUpSeconds, partitions, inFlight);
    PeersReport report;
    try (BenchStage stage = BenchStage.start(jar.file(), signal);
        PeersRun run = new PeersRun(settings, stage, bench::print)) {
      report = run.run();
    }
    bench.print("");
    PeersText.lines(report).forEach(bench::print);
    bench.write(report);
    if (html != null) {
      PeersPage.write(html, report);
    }
    return 0;
  }
}
