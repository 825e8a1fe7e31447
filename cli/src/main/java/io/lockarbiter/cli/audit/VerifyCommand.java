package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.cli.text.Output;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  VerifyCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.text(spec);
    List<PartitionVerdict> verdicts = new ArrayList<>();
    try (HistorySource opened = source.open()) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition);
            ReplayProgress progress = Terminal.progress(history)) {
          verdicts.add(Verification.of(history, new Scope(from, to, account), checks, progress));
        }
        VerdictText.print(out, opened, verdicts.get(verdicts.size() - 1));
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
}
