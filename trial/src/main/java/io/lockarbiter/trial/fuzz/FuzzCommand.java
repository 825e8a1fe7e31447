package io.lockarbiter.trial.fuzz;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.embedded.judge.StateComparison;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code fuzz}. */
@Command(
    name = "fuzz",
    description = {
      "Sends records of which about half are wrong – bytes, structure, values, Unicode, sizes,"
          + " depth, headers, keys, partitions, compression – to an arbiter, a broker and a Redis of"
          + " its own, while another client sends correct commands in every partition.",
      "Every record must be answered or be a dead letter, once; the audit must be clean; the"
          + " arbiter's memory must not grow, and no partition may restart."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:each record was answered or is a dead letter, once, and nothing was harmed",
      "1:otherwise; data and logs are kept"
    })
public final class FuzzCommand implements Callable<Integer> {
  private final StopSignal signal;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the records; random if left out.")
  private @Nullable Long seed;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Number of records; ${DEFAULT-VALUE} if left out.")
  private long records = 1_000_000;

  /** Creates the command; the signal ends it early. */
  public FuzzCommand(StopSignal signal) {
    this.signal = signal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Output out = Output.ofText(Objects.requireNonNull(spec).commandLine().getOut());
    if (records < 1) {
      throw new ParameterException(spec.commandLine(), "--records must be above 0");
    }
    long of = seed == null ? new Random().nextInt(Integer.MAX_VALUE) : seed;
    say(out, "seed %d: starting a broker, a Redis and an arbiter …".formatted(of));
    try (BenchStage stage = BenchStage.startQuick(null, signal)) {
      FuzzReport report = new FuzzRun(of, records, stage, line -> say(out, line)).run();
      lines(report).forEach(line -> say(out, line));
      if (report.isClean()) {
        say(out, "Clean.");
        return 0;
      }
      say(out, "Not clean. Data and logs: " + stage.keep());
      return 1;
    }
  }

  static List<String> lines(FuzzReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%,d records in %.0f s; %,d cannot be answered, dead letters of %,d, %,d wrong ones"
            .formatted(
                report.records(),
                report.seconds(),
                report.dead(),
                report.deadLetters(),
                report.deadTwice()));
    lines.add(
        "audit: %s, %,d commands pending"
            .formatted(
                report.judgement().verdict(),
                report.judgement().verdicts().stream().mapToLong(each -> each.pending()).sum()));
    StateComparison difference = report.judgement().firstDifference();
    lines.add(
        difference == null
            ? "Redis has what the history says"
            : "partition %d: %s".formatted(difference.partition(), difference.differences()));
    lines.add(
        "neighbour: p50 %d ms, p99 %d ms, longest %,d ms"
            .formatted(
                report.neighbourMs().get(0),
                report.neighbourMs().get(1),
                report.neighbourMs().get(2)));
    lines.add(
        "arbiter: %,d MB resident after a fifth, %,d at the end; %,d partitions started anew"
            .formatted(report.residentMb().get(0), report.residentMb().get(1), report.restarts()));
    return lines;
  }

  private static void say(Output out, String line) {
    out.line(line);
    out.flush();
  }
}
