package io.lockarbiter.trial.chaos;

import io.lockarbiter.cli.text.Output;
import io.lockarbiter.trial.bench.stage.FileToWrite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code chaos}. */
@Command(
    name = "chaos",
    description = {
      "Three brokers, Redis with a replica and three arbiters, each a process, under commands of"
          + " all kinds, while whatever may break breaks: processes die and freeze, Redis loses"
          + " what it had acknowledged, connections are cut, clocks jump, tools reset and strangers"
          + " write.",
      "At the end every command must have one answer, the audit of all partitions must be clean,"
          + " and Redis must have what the history says."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is lost, nothing is told twice, all is decided by the rules",
      "1:something is not, or the run broke off or was too quiet; data and logs are left for a look"
    })
public final class ChaosCommand implements Callable<Integer> {
  private static final double LONG_MINUTES = 3;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the faults and the commands. Random if left out.")
  private @Nullable Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "For how long there are faults; ${DEFAULT-VALUE} if left out.")
  private double minutes = LONG_MINUTES;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "120",
      description = "Commands a second; ${DEFAULT-VALUE} if left out.")
  private int rate = 120;

  @Option(
      names = "--only",
      paramLabel = "FAULT",
      split = ",",
      description = "No other faults than these: ${COMPLETION-CANDIDATES}")
  private List<ChaosFault> only = List.of();

  @Option(
      names = "--files",
      description =
          "The demo's members work on real files meanwhile, and no file may be damaged; only"
              + " arbiters die, freeze, leave and join, unless --only names other faults.")
  private boolean files;

  @Option(names = "--alone", description = "One fault at a time, so that the silences are its own.")
  private boolean alone;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Writes a page with charts, a file that needs no network.",
      converter = FileToWrite.class)
  private @Nullable Path html;

  @Override
  public Integer call() throws InterruptedException, IOException {
    Output out = Output.ofText(Objects.requireNonNull(spec).commandLine().getOut());
    if (minutes <= 0 || rate < 1) {
      throw new ParameterException(spec.commandLine(), "--minutes and --rate must be above 0");
    }
    // Clients of brokers that die on purpose have much to say.
    LoggingSystem.get(ChaosCommand.class.getClassLoader())
        .setLogLevel("org.apache.kafka", LogLevel.ERROR);
    long of = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    say(out, "seed %d: starting three brokers, two Redis and three arbiters …".formatted(of));
    try (ChaosStage stage = new ChaosStage()) {
      Duration length = Duration.ofMillis((long) (minutes * 60_000));
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(of, faults(), alone), length, stage, files, line -> say(out, line))
              .run(rate);
      boolean isLong = minutes >= LONG_MINUTES && only.isEmpty() && !files;
      if (html != null) {
        ChaosPage.write(html, report, isLong);
      }
      ChaosText.lines(report, isLong).forEach(line -> say(out, line));
      if (report.isClean(isLong)) {
        say(out, "Clean.");
        return 0;
      }
      say(out, "Not clean. Data and logs: " + stage.keep());
      return 1;
    }
  }

  /** Those that are asked for; none = all. */
  private List<ChaosFault> faults() {
    return files && only.isEmpty() ? ChaosFault.of(ChaosFault.Part.ARBITER) : only;
  }

  private static void say(Output out, String line) {
    out.line(line);
    out.flush();
  }
}
