package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.HistoryVerification;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.cli.text.Output;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Proves every decision, or names the record whose decision it cannot prove. */
@Command(
    name = "verify",
    description = {
      "Decides every command again and compares each event with the recorded one."
          + " Then searches the events, without the rules, for violations: conflicting locks held at"
          + " once, numbers missing or twice, tokens that do not rise, answers missing, grants too"
          + " late, expiries too early, turns not kept."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {
      "0:clean: everything asked about was judged, and rightly decided",
      "1:violation",
      "2:undecidable: there is nothing to judge, or not enough to judge it",
      "64:wrong arguments",
      "70:the history could not be read, a file not written, or the verdict not pushed"
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "Judges commands from this moment on: ISO-8601, epoch ms, an offset of the commands, or"
              + " how long ago, such as 25h. Earlier ones are read for their state.")
  private Moment from = Moment.BEGINNING;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description = "Judges commands up to this moment.")
  private Moment to = Moment.END;

  @Option(names = "--account", paramLabel = "ID", description = "Judges this account only.")
  private @Nullable String account;

  @Option(
      names = "--check",
      paramLabel = "CHECK",
      split = ",",
      description = "Runs only one of the two checks: ${COMPLETION-CANDIDATES}.")
  private Set<Check> checks = EnumSet.allOf(Check.class);

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Partitions verified beside each other, by default one for each core. With more threads"
              + " than partitions the checks run beside each other too.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--metrics",
      paramLabel = "FILE",
      description =
          "At the end, replaces this file by verdict and figures for Prometheus, as the textfile"
              + " collector of its node_exporter reads them.")
  private @Nullable Path metrics;

  @Option(
      names = "--push",
      paramLabel = "URL",
      description =
          "At the end, sends the same figures to a group of Prometheus' Pushgateway, such as"
              + " http://HOST:9091/metrics/job/lockarbiter-audit.")
  private @Nullable String push;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "At the end, replaces this file by what the command has printed.")
  private @Nullable Path report;

  VerifyCommand() {}

  @Override
  public Integer call() {
    requireThreads();
    Pushgateway pushed = push == null ? null : pushgateway(push);
    requireFolder("--metrics", metrics);
    requireFolder("--report", report);
    long began = System.nanoTime();
    Output out = Terminal.text(spec);
    StringWriter told = new StringWriter();
    Output copy = Output.ofText(new PrintWriter(told));
    String topic;
    List<PartitionVerdict> verdicts = new ArrayList<>();
    try (HistorySource opened = source.open()) {
      topic = opened.commandsTopic();
      List<Integer> partitions = source.partitions(opened, account);
      Scope scope = new Scope(from, to, account);
      try (ReplayProgress progress = Terminal.progress(partitions.size())) {
        new HistoryVerification(opened, scope, checks, threads)
            .run(
                partitions,
                progress::of,
                verdict -> {
                  progress.around(() -> VerdictText.print(out, opened, verdict));
                  VerdictText.print(copy, opened, verdict);
                  verdicts.add(verdict);
                });
      }
    }
    Verdict verdict = Verdict.of(verdicts);
    VerdictText.printSum(out, verdict, verdicts);
    VerdictText.printSum(copy, verdict, verdicts);
    Instant end = Instant.now();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    String figures = VerdictMetrics.of(topic, verdict, verdicts, took, end);
    if (metrics != null) {
      WholeFile.write(metrics, figures);
    }
    if (pushed != null) {
      out.flush();
      push(pushed, figures, verdict);
    }
    // The longest comes last: a disk may be full.
    if (report != null) {
      WholeFile.write(report, "audit of %s, ended %s%n%s".formatted(topic, end, told));
    }
    return switch (verdict) {
      case CLEAN -> 0;
      case VIOLATION -> 1;
      case UNDECIDABLE, IDLE -> 2;
    };
  }

  private void push(Pushgateway pushed, String figures, Verdict verdict) {
    try {
      pushed.replace(figures);
    } catch (UncheckedIOException e) {
      if (verdict != Verdict.VIOLATION) {
        throw e;
      }
      // The exit code of a violation is worth more than that of a gateway that is away.
      Terminal.warn(spec, String.valueOf(e.getMessage()));
    }
  }

  /** Refuses a file without a folder before hours of reading, not after them. */
  private void requireFolder(String option, @Nullable Path file) {
    if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "%s=%s, expected a file in a folder that exists".formatted(option, file));
    }
  }

  private Pushgateway pushgateway(String url) {
    try {
      return Pushgateway.at(url);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--push=%s, expected a URL such as http://HOST:9091/metrics/job/lockarbiter-audit"
              .formatted(url),
          e);
    }
  }

  private void requireThreads() {
    if (threads < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--threads=%d, expected at least 1".formatted(threads));
    }
  }
}
