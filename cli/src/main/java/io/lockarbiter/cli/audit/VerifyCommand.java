package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.HistoryVerification;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.cli.text.Output;
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
      "70:the history could not be read"
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "Judges commands from this moment on: ISO-8601, epoch ms, or an offset of the"
              + " commands. Earlier ones are read for their state.")
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

  VerifyCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.text(spec);
    requireThreads();
    List<PartitionVerdict> verdicts = new ArrayList<>();
    try (HistorySource opened = source.open()) {
      List<Integer> partitions = source.partitions(opened, account);
      Scope scope = new Scope(from, to, account);
      try (ReplayProgress progress = Terminal.progress(partitions.size())) {
        new HistoryVerification(opened, scope, checks, threads)
            .run(
                partitions,
                progress::of,
                verdict -> {
                  progress.around(() -> VerdictText.print(out, opened, verdict));
                  verdicts.add(verdict);
                });
      }
    }
    Verdict verdict = Verdict.of(verdicts);
    VerdictText.printSum(out, verdict, verdicts);
    return switch (verdict) {
      case CLEAN -> 0;
      case VIOLATION -> 1;
      case UNDECIDABLE, IDLE -> 2;
    };
  }

  private void requireThreads() {
    if (threads < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--threads=%d, expected at least 1".formatted(threads));
    }
  }
}
