package io.lockarbiter.trial.bench.overload;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what becomes of more commands than can be decided. */
@Command(
    name = "overload",
    description = {
      "Measures how many commands a second are decided, sends a multiple of that for a while, then"
          + " goes on as normal: how long answers take until they are as quick as before, beside the"
          + " time that the backlog needs at the measured rate, and the arbiter's memory. Once with"
          + " all accounts alike, once with one that sends most. Broker, Redis and arbiter are"
          + " processes of their own; limits of rate are lifted.",
      "Ends with 1 if a command has not exactly one answer, or is refused; not if a bar is missed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class OverloadBenchCommand implements Callable<Integer> {
  /** All there from the beginning, so that what grows is something else. */
  private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

  private final StopSignal signal;

  @Option(names = "--accounts", description = "Default: ${DEFAULT-VALUE}", defaultValue = "100000")
  private int accounts;

  @Option(
      names = "--hot-percent",
      paramLabel = "N",
      description = "Of the load that one account sends; one run for each. Default: 0 and 90")
  private List<Integer> hotPercents = List.of(0, 90);

  @Option(
      names = "--measure-seconds",
      description =
          "How long the rate that can be sustained is looked for, and as long to warm up before."
              + " Default: ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int measureSeconds;

  @Option(
      names = "--factor",
      description = "Of the rate that can be sustained. Default: ${DEFAULT-VALUE}",
      defaultValue = "3")
  private int factor;

  @Option(
      names = "--overload-seconds",
      description = "Default: ${DEFAULT-VALUE}",
      defaultValue = "30")
  private int overloadSeconds;

  @Option(
      names = "--normal-percent",
      description = "Of the sustained rate, before and afterwards. Default: ${DEFAULT-VALUE}",
      defaultValue = "30")
  private int normalPercent;

  @Option(
      names = "--normal-seconds",
      description = "Default: ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int normalSeconds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public OverloadBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--accounts", accounts);
    bench.requireAtLeastOne("--measure-seconds", measureSeconds);
    hotPercents.forEach(percent -> bench.requireBetween("--hot-percent", percent, 0, 100));
    bench.requireAtLeast("--factor", factor, 2);
    bench.requireAtLeastOne("--overload-seconds", overloadSeconds);
    bench.requireBetween("--normal-percent", normalPercent, 1, 90);
    bench.requireAtLeastOne("--normal-seconds", normalSeconds);
    bench.requireAtLeastOne("--partitions", partitions);
    OverloadSettings settings =
        new OverloadSettings(
            partitions,
            accounts,
            hotPercents,
            measureSeconds,
            factor,
            overloadSeconds,
            normalPercent,
            normalSeconds);
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    List<OverloadReport.Line> lines = new ArrayList<>();
    for (int hotPercent : hotPercents) {
      try (BenchStage stage = BenchStage.start(jar.file(), signal)) {
        ChildJvm arbiter = stage.arbiter(HEAP, arbiterSettings());
        BenchStage.awaitStarted(arbiter);
        lines.add(OverloadRun.measure(settings, hotPercent, stage, arbiter, bench::print));
      }
    }
    OverloadReport report =
        new OverloadReport(Runtime.getRuntime().availableProcessors(), load, settings, lines);
    bench.print("");
    OverloadText.lines(report).forEach(bench::print);
    bench.write(report);
    return report.isComplete() ? 0 : 1;
  }

  /** Nobody is refused for asking often: what is asked is what is to be decided. */
  private Map<String, String> arbiterSettings() {
    return Map.of(
        "lockarbiter.topics.partitions", Integer.toString(partitions),
        "lockarbiter.limits.acquires-per-window", "0",
        "lockarbiter.limits.account-acquires-per-window", "0",
        "lockarbiter.limits.endings-per-account", "1000000",
        "lockarbiter.limits.repeat-window", "10s");
  }
}
