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
      "Runs three brokers, Redis with a replica and three arbiters, each a process, under commands"
          + " of all kinds and under faults: processes die and freeze, Redis loses acknowledged"
          + " writes, connections are cut, clocks jump, tools reset positions, and strangers write"
          + " to the topics.",
      "At the end every command must have one answer, the audit of all partitions must be clean,"
          + " and the state in Redis must be that of the history."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no answer is lost or repeated, and everything is decided by the rules",
      "1:otherwise, or if the run was aborted or too quiet; data and logs are kept"
    })
public final class ChaosCommand implements Callable<Integer> {
  private static final double LONG_MINUTES = 3;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the faults and the commands; random if left out.")
  private @Nullable Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "Minutes with faults; ${DEFAULT-VALUE} if left out.")
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
      description = "Only these faults: ${COMPLETION-CANDIDATES}")
  private List<ChaosFault> only = List.of();

  @Option(
      names = "--files",
      description =
          "The demo's members work on real files meanwhile, and no file may be damaged; only"
              + " arbiters die, freeze, leave and join, unless --only names other faults.")
  private boolean files;

  @Option(
      names = "--alone",
      description = "One fault at a time, so that each silence has a single cause.")
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
    // Clients of brokers that are killed on purpose log too much.
    LoggingSystem.get(ChaosCommand.class.getClassLoader())
        .setLogLevel("org.apache.kafka", LogLevel.ERROR);
    long of = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    say(out, "seed %d: starting three brokers, two Redis and three arbiters …".formatted(of));
    try (ChaosStage stage = new ChaosStage()) {
      Duration length = Duration.ofMillis((long) (minutes * 60_000));
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(of, faults(), alone, length), stage, files, line -> say(out, line))
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

  /** Returns the requested faults; all if none is requested. */
  private List<ChaosFault> faults() {
    return files && only.isEmpty() ? ChaosFault.of(ChaosFault.Part.ARBITER) : only;
  }

  private static void say(Output out, String line) {
    out.line(line);
    out.flush();
  }
}
