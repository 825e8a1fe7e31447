package io.lockarbiter.cli.audit;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.lockarbiter.audit.file.RecordLine;
import io.lockarbiter.audit.lives.CommandOutcome;
import io.lockarbiter.audit.lives.CommandOutcomes;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import io.lockarbiter.cli.text.Output;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Exports commands with their outcomes, or the records themselves, one per line. */
@Command(
    name = "export",
    description = {
      "Writes every command of an account with its outcome, waiting and holding time; an acquire"
          + " is written when its lock has ended, live locks come last.",
      "With --records the records of both topics instead, to be read by --commands and --events."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:answered", "1:no record that was read is of the account"})
final class ExportCommand implements Callable<Integer> {
  /** The format of a command in the output. */
  enum Format {
    JSON,
    CSV
  }

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(value -> value.withValueInclusion(Include.NON_NULL))
          .build();

  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(
      names = "--format",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}: JSON lines.")
  private Format format = Format.JSON;

  @Option(
      names = "--raw",
      description =
          "Leaves cells of CSV unchanged, for programs. Otherwise cells that a"
              + " spreadsheet would take for formulas get a ' in front, and control characters"
              + " are written out.")
  private boolean raw;

  @Option(
      names = "--records",
      description = "Writes the records themselves, as kcat -J does; filters do not apply.")
  private boolean records;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "Commands from this moment on: ISO-8601, epoch ms, an offset, or how long ago: 25h.")
  private Moment since = Moment.BEGINNING;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description = "Commands up to this moment.")
  private Moment until = Moment.END;

  @Option(names = "--account", paramLabel = "ID", description = "This account only.")
  private @Nullable String account;

  @Option(names = "--sub-account", paramLabel = "ID", description = "This sub-account only.")
  private @Nullable String subAccount;

  @Option(
      names = "--outcome",
      paramLabel = "TYPE",
      description =
          "Only commands that were granted, queued, renewed, released, rejected, or are pending.")
  private @Nullable String outcome;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "Only refusals and ends for this reason, such as CONFLICT or EXPIRED.")
  private @Nullable String reason;

  ExportCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.json(spec);
    Consumer<CommandOutcome> lines =
        format == Format.CSV && !records
            ? Terminal.csv(spec, raw)
            : one -> out.line(JSON.writeValueAsString(one));
    try (AskedAccount opened = source.open(account)) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition)) {
          if (records) {
            copy(out, opened.commandsTopic(), partition, history.commands());
            copy(out, opened.eventsTopic(), partition, history.events());
          } else {
            CommandOutcomes outcomes =
                new CommandOutcomes(
                    one -> {
                      if (isWanted(one)) {
                        lines.accept(one);
                      }
                    });
            new AuditReplay(history, Findings.NONE).run(List.of(outcomes));
          }
        }
      }
      return Terminal.end(out, opened, spec);
    }
  }

  private static void copy(Output out, String topic, int partition, RecordLog log) {
    for (AuditRecord record = log.next(); record != null; record = log.next()) {
      out.line(new RecordLine(topic, partition, record).text());
    }
  }

  private boolean isWanted(CommandOutcome one) {
    return since.isReachedBy(one.offset(), one.at())
        && !until.isPassedBy(one.offset(), one.at())
        && (account == null || account.equals(one.account()))
        && (subAccount == null || subAccount.equals(one.subAccount()))
        && (outcome == null || one.outcome().startsWith(outcome))
        && (reason == null || reason.equals(one.reason()) || reason.equals(one.end()));
  }
}
