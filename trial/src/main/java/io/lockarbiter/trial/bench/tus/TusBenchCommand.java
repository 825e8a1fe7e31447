package io.lockarbiter.trial.bench.tus;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code bench tus}. */
@Command(
    name = "tus",
    description =
        "Two upload servers (examples/tus) over one folder, each a process, and clients whose lines"
            + " break in the middle of most requests. One server after the other is killed while"
            + " they write. Ends with 1 unless every file is what was sent, and every upload goes on"
            + " within the lease and a grace.",
    mixinStandardHelpOptions = true)
public final class TusBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(
      names = "--uploads",
      defaultValue = "100",
      description = "Going on at once. Default: ${DEFAULT-VALUE}")
  private int uploads;

  @Option(
      names = "--kills",
      defaultValue = "10",
      description = "Of one server after the other. Default: ${DEFAULT-VALUE}")
  private int kills;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Of an upload's lock. Default: ${DEFAULT-VALUE}")
  private int leaseSeconds;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description =
          "Beyond the lease, until an upload must have been taken up again. Default: ${DEFAULT-VALUE}")
  private int graceSeconds;

  @Option(
      names = "--kilobytes",
      defaultValue = "512",
      description = "Of the largest upload. Default: ${DEFAULT-VALUE}")
  private int kilobytes;

  @Option(names = "--seed", description = "Of contents, cuts and pauses. Random if left out.")
  private @Nullable Long seed;

  @Mixin private BenchOptions bench = new BenchOptions();

  /** Ends early at the signal. */
  public TusBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--uploads", uploads);
    bench.requireAtLeastOne("--kills", kills);
    bench.requireBetween("--kilobytes", kilobytes, 1, 1 << 20);
    bench.requireAtLeastOne("--grace", graceSeconds);
    bench.requireBetween("--lease", leaseSeconds, 2, 600);
    long of = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    TusSettings settings =
        new TusSettings(
            uploads,
            kills,
            Duration.ofSeconds(leaseSeconds),
            Duration.ofSeconds(graceSeconds),
            kilobytes << 10,
            of);
    bench.print("seed %d: starting Kafka, Redis, an arbiter and two servers …".formatted(of));
    try (BenchStage stage = BenchStage.startQuick(null, signal)) {
      ChildJvm arbiter = stage.arbiter(List.of("-Xmx512m"), Map.of());
      BenchStage.awaitStarted(arbiter);
      TusReport report =
          new TusRun(settings, bench::print).run(stage.bootstrapServers(), stage.directory("tus"));
      report.lines().forEach(bench::print);
      bench.write(report);
      if (report.isClean()) {
        bench.print("Clean.");
        return 0;
      }
      bench.print("Not clean. Files and logs: " + stage.keep());
      return 1;
    }
  }
}
