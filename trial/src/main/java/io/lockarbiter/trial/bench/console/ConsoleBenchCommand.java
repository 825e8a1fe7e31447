package io.lockarbiter.trial.bench.console;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sees how fast an event reaches the screen, and that nothing grows. */
@Command(
    name = "console",
    description = {
      "Opens the console's page in Chromium while an account of many locks is at work, and"
          + " measures from each event's append time in lock.events to the frame that has painted"
          + " it; then the heaps of page and console after a collection, at the end of the first"
          + " minute and at the end. With --fluid also the frames while the tree is opened,"
          + " scrolled and searched, and how long a search takes. Broker, Redis, arbiter, console and"
          + " browser are processes of their own.",
      "The browser is the one that the property lockarbiter.chromium names, else chromium on the"
          + " PATH.",
      "Ends with 1 if a bar is missed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ConsoleBenchCommand implements Callable<Integer> {
  private static final List<String> SCREENS = List.of("tree", "waits", "activity");

  private final StopSignal signal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--screen",
      paramLabel = "NAME",
      description = "tree, waits, activity; by commas. Default: all by turns of 20 s",
      split = ",")
  private List<String> screens = SCREENS;

  @Option(names = "--minutes", description = "Default: ${DEFAULT-VALUE}", defaultValue = "10")
  private int minutes;

  @Option(
      names = "--locks",
      description = "Held all the time. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private int locks;

  @Option(
      names = "--waiting",
      description = "Requests that wait all the time. Default: ${DEFAULT-VALUE}",
      defaultValue = "1000")
  private int waiting;

  @Option(
      names = "--rate",
      description = "Events a second. Default: ${DEFAULT-VALUE}",
      defaultValue = "500")
  private int rate;

  @Option(names = "--fluid", description = "Measures the tree under somebody's hands too.")
  private boolean fluid;

  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public ConsoleBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireBetween("--minutes", minutes, 1, 600);
    bench.requireBetween("--locks", locks, 100, 200_000);
    bench.requireBetween("--waiting", waiting, 0, 1_000);
    bench.requireBetween("--rate", rate, 1, 5_000);
    if (!SCREENS.containsAll(screens)) {
      throw new ParameterException(
          spec.commandLine(), "--screen=%s, expected some of %s".formatted(screens, SCREENS));
    }
    Optional<Path> browser = Chromium.find();
    if (browser.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "no Chromium: lockarbiter.chromium names none, and none is on the PATH; nothing can be measured. Fix: apt-get install chromium");
    }
    ConsoleSettings settings = new ConsoleSettings(screens, locks, waiting, rate, 60 * minutes);
    try (BenchStage stage = BenchStage.start(null, signal);
        Chromium page = new Chromium(browser.get())) {
      ConsoleReport report = new ConsoleRun(settings, stage, page, bench::print).run(fluid);
      bench.print(report.toString());
      bench.write(report);
      return report.isInBars() ? CommandLine.ExitCode.OK : 1;
    }
  }
}
