package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.cli.text.Output;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells the history of one lock, from request to end. */
@Command(
    name = "lock",
    description = "Shows the life of a lock from request to end, with the records that prove it.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:found", "1:no event is about such a lock, or no record is of the account"})
final class LockCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Parameters(paramLabel = "LOCKID", description = "The commandId of its acquire.")
  private String lockId = "";

  @Option(names = "--account", paramLabel = "ID", description = "The account of the lock.")
  private @Nullable String account;

  LockCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.text(spec);
    boolean found = false;
    try (AskedAccount opened = source.open(account)) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition);
            ReplayProgress progress = Terminal.progress(1)) {
          LockStory story = new LockStory(lockId, account, opened.eventsTopic());
          new AuditReplay(history, Findings.NONE).run(List.of(story, progress.of(history)));
          story.lines().forEach(out::line);
          found = found || !story.lines().isEmpty();
        }
      }
      if (!found) {
        out.line("no event is about lockId=" + lockId);
      }
      int code = Terminal.end(out, opened, spec);
      return found ? code : 1;
    }
  }
}
