package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.Figures;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockarbiter bench hostile}: the cost of legal input that somebody chose to do harm. */
@Command(
    name = "hostile",
    description = {
      "Measures hostile but legal input, one after the other. It goes to a deployment of processes,"
          + " in one partition, while other accounts ask in all: how long those wait, and the"
          + " arbiter's memory.",
      "Ends with 1 if one of those others is not answered, or refused; not if a bar is missed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class HostileBenchCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "This input alone; may be given several times.")
  private List<String> only = List.of();

  @Option(
      names = "--share",
      paramLabel = "N",
      description = "With one in N of the locks and requests. Default: ${DEFAULT-VALUE}",
      defaultValue = "1")
  private int share;

  @Option(
      names = "--interval-ms",
      description = "Between two commands of an other. Default: ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int intervalMs;

  @Option(names = "--partitions", description = "Default: ${DEFAULT-VALUE}", defaultValue = "12")
  private int partitions;

  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public HostileBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--share", share);
    bench.requireAtLeastOne("--interval-ms", intervalMs);
    bench.requireAtLeast("--partitions", partitions, 2);
    Figures figures =
        new Figures(
            "input", "harm ms", "same partition, worst ms", "others, worst ms", "MB", "bars");
    boolean isComplete = serve(inputs(), figures);
    figures.lines().forEach(bench::print);
    bench.write(figures.rows());
    return isComplete ? 0 : 1;
  }

  private List<ServedInput> inputs() {
    List<ServedInput> all = ServedInputs.all();
    List<String> names = all.stream().map(ServedInput::name).toList();
    if (!names.containsAll(only)) {
      throw new ParameterException(
          spec.commandLine(), "--only=%s, expected one of %s".formatted(only, names));
    }
    return all.stream().filter(each -> only.isEmpty() || only.contains(each.name())).toList();
  }

  /** Answers whether everybody else was answered once. */
  private boolean serve(List<ServedInput> inputs, Figures figures) throws InterruptedException {
    try (BenchStage stage = BenchStage.start(jar.file(), signal)) {
      ChildJvm arbiter =
          stage.arbiter(
              List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"),
              Map.of("lockarbiter.topics.partitions", Integer.toString(partitions)));
      BenchStage.awaitStarted(arbiter);
      try (ServedRun run =
          new ServedRun(
              stage,
              arbiter,
              partitions,
              share,
              Duration.ofMillis(intervalMs),
              inputs.size(),
              bench::print)) {
        for (ServedInput input : inputs) {
          run.measure(input, figures);
        }
        return run.end();
      }
    }
  }
}
