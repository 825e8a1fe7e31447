package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.handover.GroupOptions;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.MeasuredJar;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets the demo's members work for many minutes while instances come and go. */
@Command(
    name = "soak",
    description = {
      "Lets the members of the demo upload, download, delete, rename and move for many minutes while"
          + " an instance joins or leaves every few seconds, by SIGTERM and SIGKILL in turn; broker,"
          + " Redis and one to three instances are processes of their own.",
      "Tells the standstill of partitions per cause, as bench handover does. At the end every command"
          + " must have one answer, the audit of all partitions must be clean, Redis must have what"
          + " the history says, and no file may be damaged."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is lost, nothing is told twice, all is decided by the rules",
      "1:something is not, or the run broke off; data and logs are left for a look",
      "2:wrong arguments"
    })
public final class SoakBenchCommand implements Callable<Integer> {
  private static final int SECONDS_OF_A_MINUTE = 60;

  private final StopSignal signal;

  @Option(names = "--minutes", description = "Default: ${DEFAULT-VALUE}", defaultValue = "20")
  private int minutes;

  @Option(
      names = "--every-seconds",
      description =
          "From the beginning of a change to that of the next, if it is over by then. Default:"
              + " ${DEFAULT-VALUE}",
      defaultValue = "20")
  private int everySeconds;

  @Option(
      names = "--seed",
      description =
          "Of which instance comes or goes when; what the members do is not repeated. Default:"
              + " ${DEFAULT-VALUE}",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--accounts",
      description = "Of each partition. Default: ${DEFAULT-VALUE}",
      defaultValue = "2")
  private int accounts;

  @Option(
      names = "--members",
      description = "Of each account. Default: ${DEFAULT-VALUE}",
      defaultValue = "4")
  private int members;

  @Option(
      names = "--rate",
      description =
          "Operations a second of all members, if nobody waits; each is two to four commands."
              + " Default: ${DEFAULT-VALUE}",
      defaultValue = "40")
  private int rate;

  @Mixin private GroupOptions instances = new GroupOptions();
  @Mixin private MeasuredJar jar = new MeasuredJar();
  @Mixin private BenchOptions bench = new BenchOptions();

  /** A command that ends early at the signal. */
  public SoakBenchCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    SoakSettings settings = settings();
    try (BenchStage stage = BenchStage.startQuick(jar.file(), signal)) {
      SoakReport report = run(settings, stage);
      bench.print("");
      SoakText.lines(report).forEach(bench::print);
      bench.write(report);
      if (report.isClean()) {
        return 0;
      }
      keep(stage);
      return 1;
    }
  }

  private SoakReport run(SoakSettings settings, BenchStage stage)
      throws InterruptedException, IOException {
    try (SoakRun run = new SoakRun(settings, stage, bench::print)) {
      return run.run();
    } catch (RuntimeException e) {
      keep(stage);
      throw e;
    }
  }

  private void keep(BenchStage stage) {
    bench.print("data of the broker and logs of all processes: " + stage.keep());
  }

  private SoakSettings settings() {
    bench.requireAtLeastOne("--minutes", minutes);
    bench.requireAtLeastOne("--every-seconds", everySeconds);
    bench.requireAtLeastOne("--accounts", accounts);
    bench.requireAtLeastOne("--members", members);
    bench.requireAtLeastOne("--rate", rate);
    int changes = Math.max(1, minutes * SECONDS_OF_A_MINUTE / everySeconds);
    return new SoakSettings(
        instances.checked(bench),
        changes,
        Duration.ofSeconds(everySeconds),
        seed,
        accounts,
        members,
        rate);
  }
}
