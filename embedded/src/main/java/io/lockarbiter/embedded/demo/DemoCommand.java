package io.lockarbiter.embedded.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.demo.yielding.Yielding;
import io.lockarbiter.embedded.load.MaxRate;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code demo}: shows the arbiter at work, the damage without it, or its speed. */
@Command(
    name = "demo",
    description = {
      "Starts Kafka, Redis and an arbiter on free ports and lets the sub-accounts of three accounts"
          + " upload, download, delete, rename and move in real directory trees, waiting in line"
          + " for each other, until Ctrl-C.",
      "Checks the files for damage all the time. Nothing is kept afterwards."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no damage was seen, and locks were both granted and refused; always with --no-locks;"
          + " with --serial: locks were waited for; with --yield: every round kept its bounds; with"
          + " --lose-redis: Redis lost something, no token fell, topics and Redis agree",
      "1:there was damage, a lock was never granted or never refused, a bound was broken, or the"
          + " run was aborted",
      "2:wrong arguments"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration MAX_RATE = Duration.ofSeconds(30);

  private final StopSignal signal;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "Ends after N seconds (default: runs until Ctrl-C; 30 with --rate max; with --yield"
              + " after 7 rounds, and no round begins after N seconds).")
  private @Nullable Integer seconds;

  @Option(
      names = "--no-locks",
      description = "The same work without locks: shows the damage that locks prevent.")
  private boolean noLocks;

  @Option(
      names = "--serial",
      description =
          "The same work with one lock for the whole of an account, as with one big mutex: shows"
              + " the cost of doing everything one after the other.")
  private boolean serial;

  @Option(
      names = "--rate",
      paramLabel = "max",
      description =
          "Sends as many commands as the arbiter decides, instead of working on files: prints"
              + " commands/s, end to end.")
  private @Nullable String rate;

  @Option(
      names = "--yield",
      description =
          "Fifty uploads write into one folder, and its deletion asks them to yield: prints how"
              + " soon they are told, how long the deletion waits, and how much is sent again.")
  private boolean yields;

  @Option(
      names = "--lose-redis",
      description =
          "The same work while Redis loses all its data and, by a fail-over, its last writes,"
              + " every 10 s in turn: shows for how long no decision comes, and judges files,"
              + " topics and Redis at the end.")
  private boolean loseRedis;

  /** Creates the command; the signal ends its process. */
  public DemoCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    check();
    try (Screen screen = Screen.open(System.getProperty("lockarbiter.terminal"))) {
      return run(screen) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private boolean run(Screen screen) throws InterruptedException, IOException {
    if (rate != null || yields) {
      LogFile log = LogFile.open();
      boolean good = false;
      try {
        good = runMeasured(screen);
        return good;
      } finally {
        log.end(good, screen);
      }
    }
    DemoStage stage = new DemoStage(screen, signal, length(FOR_EVER));
    if (loseRedis) {
      return stage.runLosing();
    }
    return stage.run(noLocks ? Locking.NONE : serial ? Locking.SERIAL : Locking.PATHS);
  }

  /** Runs a measurement, and prints its figures line by line. */
  private boolean runMeasured(Screen screen) throws InterruptedException, IOException {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(START);
      screen.line(DemoStage.addresses(infrastructure, arbiter));
      String kafka = infrastructure.bootstrapServers();
      if (yields) {
        return new Yielding(signal, screen::line).run(kafka, length(FOR_EVER));
      }
      return new MaxRate(signal, screen::line).run(kafka, length(MAX_RATE));
    }
  }

  private Duration length(Duration otherwise) {
    return seconds == null ? otherwise : Duration.ofSeconds(seconds);
  }

  private void check() {
    if (seconds != null && seconds < 1) {
      throw refused("--seconds=" + seconds + ", expected at least 1");
    }
    if (rate != null && !rate.equals("max")) {
      throw refused("--rate=" + rate + ", expected max");
    }
    if (Stream.of(noLocks, serial, yields, loseRedis, rate != null).filter(is -> is).count() > 1) {
      throw refused(
          "--no-locks, --serial, --rate, --yield and --lose-redis are runs of their own: choose"
              + " one");
    }
  }

  private RuntimeException refused(String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new ParameterException(spec.commandLine(), message);
  }
}
