package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows holders and waits at, above and below a path at a moment. */
@Command(
    name = "explain",
    description =
        "Explains in words who held a path, or a path above or below it, who waited, and why.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:",
    exitCodeList = {"0:answered", "1:no record that was read is of the account"})
final class ExplainCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private SourceOptions source = new SourceOptions();

  @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
  private String account = "";

  @Option(names = "--path", paramLabel = "PATH", required = true, description = "The path.")
  private String path = "";

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = MomentConverter.class,
      description =
          "ISO-8601, epoch ms, an offset of the commands, or how long ago: 25h. Default: the end.")
  private Moment at = Moment.END;

  ExplainCommand() {}

  @Override
  public Integer call() {
    Output out = Terminal.text(spec);
    LockPath asked = path();
    try (AskedAccount opened = source.open(account)) {
      for (int partition : source.partitions(opened, account)) {
        try (PartitionHistory history = opened.open(partition)) {
          HistoryState state = HistoryState.at(history, at);
          ExplainText.of(state, account, asked, at).forEach(out::line);
        }
      }
      return Terminal.end(out, opened, spec);
    }
  }

  private LockPath path() {
    try {
      return LockPath.of(path);
    } catch (BadPathException e) {
      String message = "--path=%s %s".formatted(path, e.problem());
      throw spec == null
          ? new IllegalArgumentException(message, e)
          : new ParameterException(spec.commandLine(), message, e);
    }
  }
}
