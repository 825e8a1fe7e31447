package io.lockarbiter.trial.bench.jobs;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sees that no job is lost in silence, and none done twice. */
@Command(
    name = "jobs",
    description = {
      "Submits jobs to a pool of worker processes, one of which is killed (SIGKILL) every few"
          + " seconds and another started, and judges at the end: each job was done or its submitter"
          + " told that it was not, none twice to the end, none silent. Broker, Redis, arbiter and"
          + " workers are processes of their own.",
      "Ends with 1 if a job was silent, twice to the end, or told as done and was not."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class JobsBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Option(names = "--jobs", description = "Default: ${DEFAULT-VALUE}", defaultValue = "10000")
  private int jobs;

  @Option(names = "--workers", description = "Default: ${DEFAULT-VALUE}", defaultValue = "3")
  private int workers;

  @Option(
      names = "--concurrency",
      description = "Jobs at a time of each worker. Default: ${DEFAULT-VALUE}",
      defaultValue = "8")
  private int concurrency;

  @Option(
      names = "--in-flight",
      description = "Jobs submitted that have not ended. Default: ${DEFAULT-VALUE}",
      defaultValue = "1000")
  private int inFlight;

  @Option(
      names = "--job-ms",
      description = "How long a job takes. Default: ${DEFAULT-VALUE}",
      defaultValue = "100")
  private int jobMs;

  @Option(names = "--lease-seconds", description = "Default: ${DEFAULT-VALUE}", defaultValue = "60")
  private int leaseSeconds;

  @Option(
      names = "--kill-every-seconds",
      description = "Default: ${DEFAULT-VALUE}",
      defaultValue = "5")
  private int killEverySeconds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public JobsBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireBetween("--jobs", jobs, 1, 100_000);
    bench.requireBetween("--workers", workers, 1, 20);
    bench.requireBetween("--concurrency", concurrency, 1, 100);
    bench.requireBetween("--in-flight", inFlight, 1, 100_000);
    bench.requireBetween("--job-ms", jobMs, 0, 60_000);
    bench.requireBetween("--lease-seconds", leaseSeconds, 1, 600);
    bench.requireAtLeastOne("--kill-every-seconds", killEverySeconds);
    bench.requireAtLeastOne("--partitions", partitions);
    JobsSettings settings =
        new JobsSettings(
            jobs,
            workers,
            concurrency,
            inFlight,
            jobMs,
            leaseSeconds,
            killEverySeconds,
            partitions);
    try (BenchStage stage = BenchStage.startQuick(null, signal)) {
      JobsReport report = new JobsRun(settings, stage, bench::print).run();
      bench.print(report.toString());
      bench.write(report);
      return report.isClean() ? 0 : 1;
    }
  }
}
