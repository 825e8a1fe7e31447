package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what one account that does harm costs all others. */
@Command(
    name = "neighbours",
    description = {
      "Lets an account do what is legal and does harm – floods, leases that end together, a folder"
          + " that is gone – or loses the state of it, in one partition, while other accounts ask in all partitions; broker,"
          + " Redis and arbiter are processes of their own.",
      "Tells how long those others wait for their answers, by the times in lock.events, in the same"
          + " partition and in others, beside how long they wait while nobody does harm. Ends with 1"
          + " if one of them is not answered, or refused; not if a bar is missed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class NeighboursBenchCommand implements Callable<Integer> {
  private static final int QUICK_SHARE = 10;

  private final StopSignal signal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "This input alone; may be given several times.")
  private List<String> only = List.of();

  @Option(names = "--quick", description = "With a tenth of the locks and requests: --share 10.")
  private boolean quick;

  @Option(
      names = "--share",
      paramLabel = "N",
      description = "With one in N of the locks and requests. Default: ${DEFAULT-VALUE}",
      defaultValue = "1")
  private int share;

  @Option(
      names = "--interval-ms",
      description = "Between two pings of a partition. Default: ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int intervalMs;

  @Option(
      names = "--quiet-seconds",
      description = "Without harm, at the beginning. Default: ${DEFAULT-VALUE}",
      defaultValue = "15")
  private int quietSeconds;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public NeighboursBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--share", share);
    bench.requireAtLeastOne("--interval-ms", intervalMs);
    bench.requireAtLeastOne("--quiet-seconds", quietSeconds);
    bench.requireAtLeast("--partitions", partitions, 2);
    List<HostileInput> inputs = inputs();
    NeighboursSettings settings =
        new NeighboursSettings(partitions, quick ? QUICK_SHARE : share, intervalMs, quietSeconds);
    NeighboursReport report;
    try (BenchStage stage = BenchStage.start(jar.file(), signal)) {
      ChildJvm arbiter =
          stage.arbiter(
              List.of("-Xmx512m"),
              Map.of("lockarbiter.topics.partitions", Integer.toString(partitions)));
      BenchStage.awaitStarted(arbiter);
      try (NeighboursRun run = new NeighboursRun(settings, inputs, stage, bench::print)) {
        report = run.run();
      }
    }
    bench.print("");
    NeighboursText.lines(report).forEach(bench::print);
    bench.write(report);
    return report.isComplete() ? 0 : 1;
  }

  private List<HostileInput> inputs() {
    List<HostileInput> all =
        Stream.of(Floods.all(), Expiries.all(), List.of(GoneFolder.input()), Losses.all())
            .flatMap(List::stream)
            .toList();
    List<String> names = all.stream().map(HostileInput::name).toList();
    if (!names.containsAll(only)) {
      throw new ParameterException(
          spec.commandLine(), "--only=%s, expected one of %s".formatted(only, names));
    }
    return all.stream().filter(each -> only.isEmpty() || only.contains(each.name())).toList();
  }
}
